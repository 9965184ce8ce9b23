import { Alert, Button } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useNavigate } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useState } from "react";
import type { Notebook } from "../../../lib/api.ts";
import { shownId } from "../../../lib/shown-id.ts";
import { dayInZone } from "../../../lib/zone-day.ts";
import { draftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { DraftNotice } from "../../../ui/draft-notice.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Page } from "../../../ui/page.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { canSend } from "../../../ui/reachability.ts";
import type { NoteKind, NoteStart } from "../client/note-kind.ts";
import { clearedValues, type NoteValues, newNoteValues } from "../client/note-values.ts";
import { saveWithTimeout } from "../client/save-with-timeout.ts";
import { useCreateNote } from "../client/use-note-writes.ts";
import { NoteForm } from "../components/note-form.tsx";

type NewNoteProps = { notebook: Notebook; kind: NoteKind };

/** `/care/:diaryId/note/new?type=…`: the form of that type. */
export function NewNoteScreen({ notebook, kind }: NewNoteProps) {
  const start = kind.useStart(notebook._id);
  if (!start) return <Loading label="Loading the form..." />;
  return <NewNote notebook={notebook} kind={kind} start={start} />;
}

const written = ({ title, body, tags, typedTag }: NoteValues) =>
  JSON.stringify([title, body, tags, typedTag]);

function NewNote({ notebook, kind, start: given }: NewNoteProps & { start: NoteStart<unknown> }) {
  const diaryId = shownId(notebook);
  const key = draftKey(notebook._id, "new", kind.type);
  const navigate = useNavigate();
  const convex = useConvex();
  const isOnline = () => canSend(convex);
  const create = useCreateNote(kind, notebook);
  const today = () => dayInZone(Date.now(), notebook.timeZone);
  // The initial values stay even if the newest note of the kind changes meanwhile.
  const [begun] = useState(given);
  const [start, setStart] = useState<NoteValues>(() => newNoteValues(kind, begun, today()));
  const [basis, setBasis] = useState(begun.basis);
  const [draft] = useState(() => readDraft<NoteValues>(key));
  const [values, setValues] = useState<NoteValues>({ ...start, ...draft });
  const [isDraft, setIsDraft] = useState(draft !== null);
  useKeepDraft(key, values, written(values) !== written(start));

  function restart(next: NoteValues) {
    setStart(next);
    setValues(next);
    setIsDraft(false);
    writeDraft(key, null);
  }

  function startEmpty() {
    setBasis(null);
    setStart({ ...start, body: kind.emptyBody() });
    setValues({ ...values, body: kind.emptyBody() });
  }

  async function save(then: "leave" | "another") {
    const outcome = await saveWithTimeout({
      isOnline,
      write: () => create(values),
      key,
      values,
      failed: kind.failed.create,
    });
    setBasis(null);
    restart(clearedValues(kind, values, today()));
    if (outcome === "saved") notifySuccess("Note saved.");
    if (then === "leave") await navigate({ to: "/care/$diaryId", params: { diaryId } });
  }

  return (
    <Page gap="md">
      <PageHeader title="Create New Note" />
      {isDraft && <DraftNotice onDiscard={() => restart(newNoteValues(kind, begun, today()))} />}
      {!isDraft && basis && (
        <Alert color="teal" variant="outline" icon={<IconCopy aria-hidden="true" />} title={basis}>
          <p>Please check each line before you save.</p>
          <Button variant="default" onClick={startEmpty}>
            Start empty
          </Button>
        </Alert>
      )}
      <NoteForm
        kind={kind}
        values={values}
        onChange={setValues}
        onSubmit={save}
        isNew
        timeZone={notebook.timeZone}
        mayRepeat={kind.mayRepeat}
        cancel={
          <LinkButton to="/care/$diaryId" params={{ diaryId }} variant="default">
            Cancel
          </LinkButton>
        }
      />
    </Page>
  );
}
