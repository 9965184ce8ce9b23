import { Radio, Stack } from "@mantine/core";
import { useState } from "react";
import type { Key } from "../../../lib/words/keys.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Problem, Soft } from "../../../ui/text.tsx";
import { WORDS_LENGTH } from "../../plans/rules/limits.ts";
import { formatMedicine, formatMoment, type Reading } from "../client/dose-words.ts";
import type { PlannedDose } from "../client/today-rows.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import { NOT_GIVEN_REASONS, type NotGivenReason } from "../rules/slot-states.ts";

const REASONS: Record<NotGivenReason, Key> = {
  refused: "dosedialogs.reasonRefused",
  asleep: "dosedialogs.reasonAsleep",
  absent: "dosedialogs.reasonAbsent",
  nausea: "dosedialogs.reasonNausea",
  unwell: "dosedialogs.reasonUnwell",
  too_soon: "dosedialogs.reasonTooSoon",
  stopped: "dosedialogs.reasonStopped",
  not_in_stock: "dosedialogs.reasonNotInStock",
  dropped: "dosedialogs.reasonDropped",
  hospital: "dosedialogs.reasonHospital",
  elsewhere: "dosedialogs.reasonElsewhere",
  other: "dosedialogs.reasonOther",
};

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
    <FormDialog
      onClose={onClose}
      title={t("dosedialogs.notGiven")}
      submit={t("dosedialogs.writeDown")}
      onSubmit={submit}
    >
      <p dir="auto">
        {t("dosedialogs.plannedFor", {
          medicine: formatMedicine(row.plan),
          when: formatMoment(row.dueAt, reading),
        })}
      </p>
      <Radio.Group
        label={t("dosedialogs.why")}
        value={reason}
        onChange={(value) => {
          setReason(value as NotGivenReason);
          setProblem(null);
        }}
      >
        <Stack gap="xs" mt="xs">
          {NOT_GIVEN_REASONS.map((each) => (
            <Radio key={each} value={each} label={t(REASONS[each])} />
          ))}
        </Stack>
      </Radio.Group>
      {problem === "reason" && <Problem>{t("dosedialogs.chooseWhy")}</Problem>}
      <GrowingTextarea
        label={t("dosedialogs.note")}
        withAsterisk={reason === "other"}
        minRows={1}
        maxLength={WORDS_LENGTH}
        value={note}
        error={problem === "note" ? writeMessage(DOSE_MESSAGES.otherReason) : undefined}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Soft>{t("dosedialogs.canStill")}</Soft>
    </FormDialog>
  );
}
