import { useNavigate, useSearch } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { draftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { notifyDone } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { NoteForm } from "../components/note-form.tsx";
import { clearedValues, type NoteValues, newNoteValues } from "../components/note-values.ts";
import { savePatiently } from "../components/save-patiently.ts";
import { TypeChooser } from "../components/type-chooser.tsx";
import { useCreateNote } from "../components/use-note-writes.ts";
import { NOTE_MESSAGES } from "../rules.ts";
import styles from "./note-page.module.css";

/** `/care/:diaryId/note/new?type=…`: the form of that type; without a known type, the choice of one. */
export function NewNoteScreen({ notebook }: { notebook: Notebook }) {
  const { type } = useSearch({ strict: false });
  return type === "default" ? (
    <NewDefaultNote notebook={notebook} />
  ) : (
    <TypeChooser notebook={notebook} type={type} />
  );
}

function NewDefaultNote({ notebook }: { notebook: Notebook }) {
  const diaryId = shownId(notebook);
  const key = draftKey(notebook._id, "new");
  const navigate = useNavigate();
  const convex = useConvex();
  const isOnline = () => convex.connectionState().isWebSocketConnected;
  const create = useCreateNote(notebook._id);
  const [start, setStart] = useState(() => newNoteValues(Date.now()));
  const [draft] = useState(() => readDraft<NoteValues>(key));
  const [values, setValues] = useState<NoteValues>(draft ?? start);
  const [isDraft, setIsDraft] = useState(draft !== null);
  useKeepDraft(key, values, values.title !== "" || values.text !== "" || values.tags.length > 0);

  function restart(next: NoteValues) {
    setStart(next);
    setValues(next);
    setIsDraft(false);
    writeDraft(key, null);
  }

  async function save(then: "leave" | "another") {
    const outcome = await savePatiently({
      isOnline,
      write: () => create(values),
      key,
      values,
      failed: NOTE_MESSAGES.createFailed,
    });
    restart(clearedValues(values, Date.now()));
    if (outcome === "saved") notifyDone("Note saved.");
    if (then === "leave") await navigate({ to: "/care/$diaryId", params: { diaryId } });
  }

  return (
    <div className={styles.page}>
      <PageHeader title="Create New Note" />
      {isDraft && <DraftNotice onDiscard={() => restart(newNoteValues(Date.now()))} />}
      <NoteForm
        values={values}
        onChange={setValues}
        onSubmit={save}
        failed={NOTE_MESSAGES.createFailed}
        isNew
        cancel={
          <LinkButton to="/care/$diaryId" params={{ diaryId }} variant="default">
            Cancel
          </LinkButton>
        }
      />
    </div>
  );
}
