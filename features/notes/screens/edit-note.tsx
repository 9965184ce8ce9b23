import { useNavigate, useParams } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useRef, useState } from "react";
import type { Note, Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { draftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { EditConflict } from "../components/edit-conflict.tsx";
import { NoteForm } from "../components/note-form.tsx";
import type { NoteKind } from "../components/note-kind.ts";
import { NoteMissing } from "../components/note-missing.tsx";
import { type NoteValues, savedNoteValues } from "../components/note-values.ts";
import { savePatiently } from "../components/save-patiently.ts";
import { useNote } from "../components/use-note.ts";
import { useUpdateNote } from "../components/use-note-writes.ts";
import { NOTE_MESSAGES } from "../rules.ts";
import styles from "./note-page.module.css";

type EditNoteProps = {
  notebook: Notebook;
  /** How each type of note is edited. */
  kinds: Record<string, NoteKind>;
};

/** `/care/:diaryId/note/:noteId/edit`. */
export function EditNoteScreen({ notebook, kinds }: EditNoteProps) {
  const { noteId } = useParams({ from: "/signed-in/care/$diaryId/note/$noteId/edit" });
  const note = useNote(noteId, notebook._id);
  if (note === undefined) return <Loading label="Loading the note..." />;
  if (note === null || !note.canEdit) return <NoteMissing diaryId={shownId(notebook)} />;
  const kind = kinds[note.content.type];
  if (!kind) return <EmptyState asPage title={NOTE_MESSAGES.unknownType} />;
  return <EditNote key={note._id} notebook={notebook} note={note} kind={kind} />;
}

const same = (a: NoteValues, b: NoteValues) => JSON.stringify(a) === JSON.stringify(b);

type EditProps = { notebook: Notebook; note: Note; kind: NoteKind };

function EditNote({ notebook, note, kind }: EditProps) {
  const params = { diaryId: shownId(notebook), noteId: shownId(note) };
  const key = draftKey(notebook._id, "edit", note._id);
  const navigate = useNavigate();
  const convex = useConvex();
  const isOnline = () => convex.connectionState().isWebSocketConnected;
  const update = useUpdateNote(kind, note);
  // The form starts from one version; what others save meanwhile is told, never mixed in.
  const [base, setBase] = useState({ version: note.version, values: savedNoteValues(kind, note) });
  const [draft] = useState(() => readDraft<NoteValues>(key));
  const [values, setValues] = useState<NoteValues>(draft ?? base.values);
  const [isDraft, setIsDraft] = useState(draft !== null && !same(draft, base.values));
  const [isSaving, setIsSaving] = useState(false);
  const conflict = useRef<HTMLDivElement>(null);
  useKeepDraft(key, values, !isSaving && !same(values, base.values));

  function takeTheirs() {
    const theirs = { version: note.version, values: savedNoteValues(kind, note) };
    setBase(theirs);
    setValues(theirs.values);
    setIsDraft(false);
    writeDraft(key, null);
  }

  async function save() {
    setIsSaving(true);
    try {
      const write = () => update(values, base.version);
      await savePatiently({ isOnline, write, key, values, failed: kind.failed.update });
      await navigate({ to: "/care/$diaryId/note/$noteId", params });
    } catch (error) {
      // What has to be chosen first may be far above the button, out of a phone's sight.
      setTimeout(() => conflict.current?.focus());
      throw error;
    } finally {
      setIsSaving(false);
    }
  }

  return (
    <div className={styles.page}>
      <PageHeader title="Edit Note" />
      {isDraft && <DraftNotice onDiscard={takeTheirs} />}
      {!isSaving && note.version !== base.version && (
        <EditConflict
          ref={conflict}
          kind={kind}
          theirs={note}
          onKeepMine={() => setBase({ ...base, version: note.version })}
          onTakeTheirs={takeTheirs}
        />
      )}
      <NoteForm
        kind={kind}
        values={values}
        onChange={setValues}
        onSubmit={save}
        isNew={false}
        cancel={
          <LinkButton to="/care/$diaryId/note/$noteId" params={params} variant="default">
            Cancel
          </LinkButton>
        }
      />
    </div>
  );
}
