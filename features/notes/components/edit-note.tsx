import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Note, Notebook } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { canSend } from "../../../ui/reachability.ts";
import type { NoteKind } from "../client/note-kind.ts";
import {
  type EditDraft,
  getSavedNoteValues,
  hasSameValues,
  mergeEdits,
  type NoteValues,
} from "../client/note-values.ts";
import { saveWithTimeout } from "../client/save-with-timeout.ts";
import { useUpdateNote } from "../client/use-note-writes.ts";
import { EditConflict } from "./edit-conflict.tsx";
import { NoteForm } from "./note-form.tsx";
import { NoteMissing } from "./note-missing.tsx";
import { OrphanedEdit } from "./orphaned-edit.tsx";

type EditProps = {
  notebook: Notebook;
  /** The note's last known state. */
  note: Note;
  kind: NoteKind;
  /** Called when it was deleted meanwhile, or may not be edited any more. */
  isGone: boolean;
};

/** The form of an existing note, which also shows others' changes since it was opened. */
export function EditNote({ notebook, note, kind, isGone }: EditProps) {
  const params = { diaryId: getShownId(notebook), noteId: getShownId(note) };
  const key = getDraftKey(notebook._id, "edit", params.noteId);
  const navigate = useNavigate();
  const convex = useConvex();
  const update = useUpdateNote(kind, note, notebook.timeZone);
  const saved = () => ({ version: note.version, values: getSavedNoteValues(kind, note, notebook.timeZone) });
  const [draft] = useState(() => readDraft<EditDraft>(key));
  // The form, and a draft of it, is based on one version; others' later changes are shown, never merged silently.
  const [base, setBase] = useState(() => draft?.base ?? saved());
  const [values, setValues] = useState<NoteValues>(draft?.values ?? base.values);
  const isChanged = !hasSameValues(values, base.values);
  const [isDraft, setIsDraft] = useState(isChanged);
  const [isSaving, setIsSaving] = useState(false);
  const conflict = useRef<HTMLDivElement>(null);
  const currentDraft = useMemo<EditDraft>(() => ({ type: kind.type, base, values }), [kind, base, values]);
  useKeepDraft(key, currentDraft, !isSaving && isChanged);

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
    setValues(mergeEdits(base.values, values, theirs.values));
  }

  async function save(_: unknown, mentioned: MentionablePerson[] | undefined) {
    setIsSaving(true);
    try {
      await saveWithTimeout({
        isOnline: () => canSend(convex),
        write: () => update(currentDraft, mentioned),
        key,
        values: currentDraft,
        failed: kind.failed.update,
      });
      await navigate({ to: "/care/$diaryId/note/$noteId", params });
    } catch (error) {
      flushSync(() => setIsSaving(false));
      // The choice may be scrolled out of sight, especially on a phone.
      conflict.current?.focus();
      throw error;
    } finally {
      setIsSaving(false);
    }
  }

  if (isGone && !isSaving) {
    if (!isChanged) return <NoteMissing diaryId={params.diaryId} />;
    return (
      <OrphanedEdit
        notebook={notebook}
        kind={kind}
        draft={currentDraft}
        draftKey={key}
        onChange={setValues}
      />
    );
  }
  return (
    <Page gap="md">
      <PageHeader title={t("noteform.edit")} />
      {isDraft && <DraftNotice onDiscard={takeTheirs} />}
      {!isSaving && note.version !== base.version && (
        <EditConflict
          ref={conflict}
          kind={kind}
          theirs={note}
          timeZone={notebook.timeZone}
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
        note={note}
        notebook={notebook}
        cancel={
          <LinkButton to="/care/$diaryId/note/$noteId" params={params} variant="default">
            {t("noteform.cancel")}
          </LinkButton>
        }
      />
    </Page>
  );
}
