import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { getFirstWords } from "../../../lib/cut-text.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { createId } from "../../../lib/ids.ts";
import { t } from "../../../lib/words/t.ts";
import { getDraftKey, readDraft, useKeepDraft, writeDraft } from "../../../ui/draft.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { Soft } from "../../../ui/text.tsx";
import { useSubmit } from "../../../ui/use-submit.ts";
import { NOTE_CONTENT_LENGTH, NOTE_TITLE_LENGTH } from "../../notes/rules.ts";
import type { Appointment } from "../client/use-appointments.ts";
import { useMarkAnswered } from "../client/use-questions.ts";
import { useVisit } from "../client/use-visit.ts";
import { QUESTION_LENGTH } from "../rules.ts";

type Draft = { text: string; answers: Record<string, string> };

type OutcomeDialogProps = { notebook: Notebook; appointment: Appointment; onClose: () => void };

/**
 * "What came of it?": a note with the text and the answers to the collected questions, which are then answered. What has no
 * answer stays for the next visit. The text stays as a draft until it is saved.
 */
export function OutcomeDialog({ notebook, appointment, onClose }: OutcomeDialogProps) {
  const key = getDraftKey(notebook._id, `outcome-${appointment._id}`);
  const [draft, setDraft] = useState<Draft>(() => readDraft<Draft>(key) ?? { text: "", answers: {} });
  const [problem, setProblem] = useState<string | undefined>();
  const [newNoteId] = useState(createId);
  const form = useSubmit(t("appointments.outcomeFailed"));
  const questions = useVisit(notebook._id)?.questions;
  const createNote = useMutation(api.notes.createNote);
  const setOutcome = useMutation(api.appointments.setOutcome);
  const markAnswered = useMarkAnswered();
  useKeepDraft(key, draft, draft.text.trim() !== "" || Object.values(draft.answers).some(Boolean));

  const answered = (questions?.shown ?? []).flatMap(({ _id, title }) => {
    const answer = draft.answers[_id]?.trim();
    return answer ? [{ noteId: _id, title, answer }] : [];
  });

  async function save() {
    const parts = [draft.text.trim(), ...answered.map(({ title, answer }) => `${title}\n${answer}`)];
    const content = parts.filter(Boolean).join("\n\n");
    if (content === "") return setProblem(t("appointments.emptyOutcome"));
    const noteId = await createNote({
      // Pressed again after a failure, it is the same note.
      id: newNoteId,
      diaryId: notebook._id,
      type: "default",
      title: getFirstWords(
        t("appointments.outcomeTitle", { title: appointment.title }),
        NOTE_TITLE_LENGTH - 1,
      ),
      content,
      noteDay: toDayInZone(appointment.startsAt, notebook.timeZone),
      visibility: appointment.visibility === "private" ? "private" : "team",
      tags: [],
    });
    await setOutcome({ appointmentId: appointment._id, noteId });
    for (const { noteId: question } of answered) await markAnswered(question);
    writeDraft(key, null);
    notifySuccess(t("appointments.outcomeSaved"));
    onClose();
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("appointments.whatCame")}
      size="lg"
      submit={t("appointments.save")}
      isBusy={form.isBusy}
      problem={form.problem}
      onSubmit={form.onSubmit(save)}
    >
      <GrowingTextarea
        label={t("appointments.whatCame")}
        description={t("appointments.whatCameHint")}
        minRows={4}
        maxLength={NOTE_CONTENT_LENGTH / 2}
        data-autofocus
        value={draft.text}
        error={problem}
        onChange={(event) => {
          const text = event.currentTarget.value;
          setProblem(undefined);
          setDraft((before) => ({ ...before, text }));
        }}
      />
      {questions === undefined && <Loading label={t("visit.loading")} />}
      {questions && questions.shown.length > 0 && (
        <>
          <h3>{t("appointments.openQuestions")}</h3>
          {questions.shown.map(({ _id, title }) => (
            <GrowingTextarea
              key={_id}
              label={t("appointments.answerTo", { question: title })}
              minRows={1}
              maxLength={QUESTION_LENGTH}
              value={draft.answers[_id] ?? ""}
              onChange={(event) => {
                const answer = event.currentTarget.value;
                setDraft(({ text, answers }) => ({ text, answers: { ...answers, [_id]: answer } }));
              }}
            />
          ))}
          <Soft>{t("appointments.unanswered")}</Soft>
        </>
      )}
    </FormDialog>
  );
}
