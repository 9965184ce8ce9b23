import { Alert, Button, Group, Stack } from "@mantine/core";
import { useConvex } from "convex/react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { errorMessage } from "../../../lib/error-message.ts";
import { draftKey, readDraft, writeDraft } from "../../../ui/draft.ts";
import { Loading } from "../../../ui/loading.tsx";
import { notifyDone } from "../../../ui/notify.ts";
import type { NoteKind, NoteStart, Problems } from "./note-kind.ts";
import styles from "./note-type-dialog.module.css";
import { newNoteValues } from "./note-values.ts";
import { savePatiently } from "./save-patiently.ts";
import { useCreateNote } from "./use-note-writes.ts";

type QuickNoteProps = { kind: NoteKind; diaryId: string; onBack: () => void; onDone: () => void };

/** The short form of a kind: a note of today, for the care team, with the usual title. What is typed is kept. */
export function QuickNote(props: QuickNoteProps) {
  const start = props.kind.useStart(props.diaryId);
  if (!start) return <Loading label="Loading the form..." />;
  return <QuickForm {...props} start={start} />;
}

/** Nothing that fewer than the team may read, or that is encrypted, gets to the team by being copied. */
const isForTeam = ({ visibility, isEncrypted }: NoteStart<unknown>) =>
  visibility !== "private" && !isEncrypted;

function QuickForm({ kind, diaryId, onBack, onDone, start }: QuickNoteProps & { start: NoteStart<unknown> }) {
  const key = draftKey(diaryId, "quick", kind.type);
  // The newest of its kind may change meanwhile, the form doesn't.
  const [begun, setBegun] = useState(() =>
    isForTeam(start) ? start : { body: kind.emptyBody(), basis: null },
  );
  const [body, setBody] = useState(() => readDraft<unknown>(key) ?? begun.body);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const convex = useConvex();
  const create = useCreateNote(kind, diaryId);

  function change(next: unknown) {
    setBody(next);
    // At once: the dialog may be closed by a touch beside it.
    writeDraft(key, JSON.stringify(next) === JSON.stringify(begun.body) ? null : next);
  }

  function startEmpty() {
    const body = kind.emptyBody();
    setBegun({ body, basis: null });
    setBody(body);
    writeDraft(key, null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = kind.problemsOf(body);
    flushSync(() => {
      setProblems(found);
      setRefusal(null);
    });
    if (Object.keys(found).length > 0) {
      form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
      return;
    }
    setIsSaving(true);
    const failed = kind.failed.create;
    try {
      const values = newNoteValues(kind, { body, basis: null }, Date.now());
      const isOnline = () => convex.connectionState().isWebSocketConnected;
      const outcome = await savePatiently({
        isOnline,
        write: () => create(values),
        key,
        values: body,
        failed,
      });
      if (outcome === "saved") notifyDone("Note saved.");
      onDone();
    } catch (error) {
      console.error(failed, error);
      setRefusal(`${failed}: ${errorMessage(error, "please try again")}`);
      setIsSaving(false);
    }
  }

  if (!kind.QuickFields) return null;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {kind.quickHint && <p className={styles.hint}>{kind.quickHint}</p>}
        {begun.basis && (
          <p className={styles.hint}>
            {begun.basis}{" "}
            <Button variant="subtle" onClick={startEmpty}>
              Start empty
            </Button>
          </p>
        )}
        <kind.QuickFields value={body} problems={problems} onChange={change} />
        {refusal && (
          <Alert color="red" variant="outline" title="The note was not saved">
            {refusal}
          </Alert>
        )}
        <Group>
          <Button type="submit" loading={isSaving}>
            Save note
          </Button>
          <Button variant="default" disabled={isSaving} onClick={onBack}>
            Back
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
