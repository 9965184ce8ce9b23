import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useMemo, useRef, useState } from "react";
import type { Note, Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { draftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { canSend } from "../../../ui/reachability.ts";
import type { NoteKind } from "../client/note-kind.ts";
import {
  type EditDraft,
  type NoteValues,
  sameValues,
  savedNoteValues,
  writtenOver,
} from "../client/note-values.ts";
import { savePatiently } from "../client/save-patiently.ts";
import { useUpdateNote } from "../client/use-note-writes.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { LostEdit } from "./lost-edit.tsx";
import { NoteForm } from "./note-form.tsx";
import { NoteMissing } from "./note-missing.tsx";

type EditProps = {
  notebook: Notebook;
  /** As it was last seen. */
  note: Note;
  kind: NoteKind;
  /** It was deleted meanwhile, or may not be edited any more. */
  isGone: boolean;
};

/** The form of a note that is there already, with what others did to the note while it was open. */
export function EditNote({ notebook, note, kind, isGone }: EditProps) {
  const params = { diaryId: shownId(notebook), noteId: shownId(note) };
  const key = draftKey(notebook._id, "edit", params.noteId);
  const navigate = useNavigate();
  const convex = useConvex();
  const update = useUpdateNote(kind, note, notebook.timeZone);
  const saved = () => ({ version: note.version, values: savedNoteValues(kind, note, notebook.timeZone) });
  const [draft] = useState(() => readDraft<EditDraft>(key));
  // The form starts from one version, and so does a draft of it; what others save meanwhile is told, never mixed in.
  const [base, setBase] = useState(() => draft?.base ?? saved());
  const [values, setValues] = useState<NoteValues>(draft?.values ?? base.values);
  const isChanged = !sameValues(values, base.values);
  const [isDraft, setIsDraft] = useState(isChanged);
  const [isSaving, setIsSaving] = useState(false);
  const conflict = useRef<HTMLDivElement>(null);
  const kept = useMemo<EditDraft>(() => ({ type: kind.type, base, values }), [kind, base, values]);
  useKeepDraft(key, kept, !isSaving && isChanged);

  function takeTheirs() {
    const theirs = saved();
    setBase(theirs);
    setValues(theirs.values);
    setIsDraft(false);
    writeDraft(key, null);
  }

  function keepMine() {
    const theirs = saved();
    setBase(theirs);
    setValues(writtenOver(base.values, values, theirs.values));
  }

  async function save() {
    setIsSaving(true);
    try {
      await savePatiently({
        isOnline: () => canSend(convex),
        write: () => update(values, base.version),
        key,
        values: kept,
        failed: kind.failed.update,
      });
      await navigate({ to: "/care/$diaryId/note/$noteId", params });
    } catch (error) {
      // What has to be chosen first may be far above the button, out of a phone's sight.
      setTimeout(() => conflict.current?.focus());
      throw error;
    } finally {
      setIsSaving(false);
    }
  }

  if (isGone && !isSaving) {
    if (!isChanged) return <NoteMissing diaryId={params.diaryId} />;
    return <LostEdit notebook={notebook} kind={kind} draft={kept} draftKey={key} onChange={setValues} />;
  }
  return (
    <Page gap="md">
      <PageHeader title="Edit Note" />
      {isDraft && <DraftNotice onDiscard={takeTheirs} />}
      {!isSaving && note.version !== base.version && (
        <EditConflict
          ref={conflict}
          kind={kind}
          theirs={note}
          onKeepMine={keepMine}
          onTakeTheirs={takeTheirs}
        />
      )}
      <NoteForm
        kind={kind}
        values={values}
        onChange={setValues}
        onSubmit={save}
        isNew={false}
        timeZone={notebook.timeZone}
        cancel={
          <LinkButton to="/care/$diaryId/note/$noteId" params={params} variant="default">
            Cancel
          </LinkButton>
        }
      />
    </Page>
  );
}
