import { Alert, Button, Group, Stack } from "@mantine/core";
import { useConvex } from "convex/react";
import { type FormEvent, useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { Notebook } from "../../../lib/api.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, writeDraft } from "../../../ui/draft.ts";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { canSend } from "../../../ui/reachability.ts";
import { describeFailure } from "../client/failure-words.ts";
import type { NoteKind, NoteStart, Problems } from "../client/note-kind.ts";
import { createNoteValues, hasSameValues, type NoteValues } from "../client/note-values.ts";
import { saveWithTimeout } from "../client/save-with-timeout.ts";
import { useCreateNote } from "../client/use-note-writes.ts";
import { EncryptedFlag } from "./encrypted-flag.tsx";
import styles from "./note-type-dialog.module.css";
import { VisibilityField } from "./visibility-field.tsx";

type QuickNoteProps = { kind: NoteKind; notebook: Notebook; onBack: () => void; onDone: () => void };

/**
 * The short form of a kind: today's note with the default title. A note based on another has the same visibility and
 * encryption, the first is for the care team. The input is kept as a draft.
 */
export function QuickNote(props: QuickNoteProps) {
  const start = props.kind.useStart(props.notebook._id);
  if (!start) return <Loading label={t("noteform.loading")} />;
  return <QuickForm {...props} start={start} />;
}

/** The values of a draft. */
type QuickValues = Pick<NoteValues, "body" | "visibility" | "isEncrypted">;

function QuickForm({
  kind,
  notebook,
  onBack,
  onDone,
  start,
}: QuickNoteProps & { start: NoteStart<unknown> }) {
  const key = getDraftKey(notebook._id, "quick-note", kind.type);
  const today = () => toDayInZone(Date.now(), notebook.timeZone);
  // The initial values stay even if the newest note of the kind changes meanwhile.
  const [begun, setBegun] = useState<QuickValues>(() => {
    const { body, visibility, isEncrypted } = createNoteValues(kind, start, today());
    return { body, visibility, isEncrypted };
  });
  const [basis, setBasis] = useState(start.basis);
  const [values, setValues] = useState(() => readDraft<QuickValues>(key) ?? begun);
  const [problems, setProblems] = useState<Problems>({});
  const [refusal, setRefusal] = useState<string | null>(null);
  const [isSaving, setIsSaving] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const convex = useConvex();
  const create = useCreateNote(kind, notebook);

  function change(change: Partial<QuickValues>) {
    const next = { ...values, ...change };
    setValues(next);
    // Saved at once: the dialog may be closed by a tap outside.
    writeDraft(key, hasSameValues(next, begun) ? null : next);
  }

  function startEmpty() {
    const empty = { ...values, body: kind.emptyBody() };
    setBegun(empty);
    setBasis(null);
    setValues(empty);
    writeDraft(key, null);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    const found = kind.problemsOf(values.body);
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
      const note = createNoteValues(kind, { ...values, basis: null }, today());
      const isOnline = () => canSend(convex);
      const outcome = await saveWithTimeout({
        isOnline,
        write: () => create(note),
        key,
        values,
        failed,
      });
      if (outcome === "saved") notifySuccess(t("noteform.saved"));
      onDone();
    } catch (error) {
      console.error(writeMessage(failed), error);
      setRefusal(describeFailure(writeMessage(failed), error));
      setIsSaving(false);
    }
  }

  if (!kind.QuickFields) return null;
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack>
        {kind.quickHint && <p className={styles.hint}>{t(kind.quickHint)}</p>}
        {basis && (
          <p className={styles.hint}>
            {basis}{" "}
            <Button variant="subtle" onClick={startEmpty}>
              {t("noteform.startEmpty")}
            </Button>
          </p>
        )}
        <kind.QuickFields value={values.body} problems={problems} onChange={(body) => change({ body })} />
        <VisibilityField value={values.visibility} onChange={(visibility) => change({ visibility })} />
        {begun.isEncrypted && (
          <EncryptedFlag
            value={values.isEncrypted}
            isNew
            onChange={(isEncrypted) => change({ isEncrypted })}
          />
        )}
        {refusal && (
          <Alert color="red" variant="outline" title={t("noteform.notSaved")}>
            {refusal}
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={isSaving} onClick={onBack}>
            {t("noteform.back")}
          </Button>
          <Button type="submit" loading={isSaving}>
            {t("noteform.save")}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
