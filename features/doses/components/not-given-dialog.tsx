import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import { writeMessage } from "../../../lib/words/message.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { WORDS_LENGTH } from "../../plans/rules/limits.ts";
import { formatMedicine, formatMoment, formatReason, type Reading } from "../client/dose-words.ts";
import type { PlannedDose } from "../client/today-rows.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import { NOT_GIVEN_REASONS, type NotGivenReason } from "../rules/slot-states.ts";

type NotGivenDialogProps = {
  row: PlannedDose;
  reading: Reading;
  onSave: (reason: NotGivenReason, note: string) => void;
  onClose: () => void;
};

/** Why a planned dose wasn't given. It stays open, because the next try often succeeds. */
export function NotGivenDialog({ row, reading, onSave, onClose }: NotGivenDialogProps) {
  const [reason, setReason] = useState<NotGivenReason | null>(null);
  const [note, setNote] = useState("");
  const [problem, setProblem] = useState<"reason" | "note" | null>(null);

  function submit() {
    if (reason === null) return setProblem("reason");
    if (reason === "other" && note.trim() === "") return setProblem("note");
    onSave(reason, note.trim());
  }

  return (
    <FormDialog onClose={onClose} title="Not given" submit="Write it down" onSubmit={submit}>
      <p dir="auto">
        {formatMedicine(row.plan)}, planned for {formatMoment(row.dueAt, reading)}
      </p>
      <Radio.Group
        label="Why"
        value={reason}
        onChange={(value) => {
          setReason(value as NotGivenReason);
          setProblem(null);
        }}
      >
        <Stack gap="xs" mt="xs">
          {NOT_GIVEN_REASONS.map((each) => (
            <Radio key={each} value={each} label={formatReason(each)} />
          ))}
        </Stack>
      </Radio.Group>
      {problem === "reason" && <Problem>Choose why it wasn’t given</Problem>}
      <GrowingTextarea
        label="Note"
        withAsterisk={reason === "other"}
        minRows={1}
        maxLength={WORDS_LENGTH}
        value={note}
        error={problem === "note" ? writeMessage(DOSE_MESSAGES.otherReason) : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Soft>It can still be given later; both stay written.</Soft>
    </FormDialog>
  );
}
