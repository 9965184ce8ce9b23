import { Stack, TextInput } from "@mantine/core";
import { useConvex } from "convex/react";
import { type FormEvent, useState } from "react";
import { api, type Dose, type DoseConflict, type DosePlan } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { FormEnd } from "../../../ui/form-end.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { formatUnit } from "../../plans/rules/amount-words.ts";
import { readAmount } from "../../plans/rules/amounts.ts";
import { WORDS_LENGTH } from "../../plans/rules/limits.ts";
import { formatMedicine, type Reading } from "../client/dose-words.ts";
import { keepFacts } from "../client/waiting-doses.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import { Conflicts } from "./conflicts.tsx";
import { GiverField, type GiverText, getGiverText, readGiver } from "./giver-field.tsx";
import { MomentFields, readMoment, toMomentText } from "./moment-fields.tsx";

type CorrectFormProps = {
  diaryId: string;
  /** Whom the notebook is about. */
  subject: string;
  dose: Dose;
  plan: DosePlan;
  reading: Reading;
  onDone: () => void;
};

/** Corrects amount, time, giver and note of a given dose; earlier values stay in its history. */
export function CorrectForm({ diaryId, subject, dose, plan, reading, onDone }: CorrectFormProps) {
  const { myId } = reading;
  const [before] = useState(() =>
    dose.givenById === null ? { givenByName: dose.givenBy ?? "" } : { givenBy: dose.givenById },
  );
  const [giver, setGiver] = useState(() => getGiverText(before, subject, myId));
  const convex = useConvex();
  const [amount, setAmount] = useState(String(dose.amount));
  const [moment, setMoment] = useState(() => toMomentText(dose.givenAt!, reading.timeZone));
  const [note, setNote] = useState(dose.note);
  const [why, setWhy] = useState("");
  const [conflicts, setConflicts] = useState<DoseConflict[]>([]);
  const [problems, setProblems] = useState<
    Partial<Record<"amount" | "moment" | "name" | "why" | "all", string>>
  >({});
  const [isSending, setIsSending] = useState(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    const amountRead = readAmount(amount, plan.doseUnit);
    const momentRead = readMoment(moment, reading.timeZone, Date.now(), dose.givenAt!);
    const giverRead = readGiver(giver, subject);
    const found = {
      ...("problem" in giverRead && { name: giverRead.problem }),
      ...("problem" in amountRead && { amount: writeMessage(amountRead.problem) }),
      ...("problem" in momentRead && { moment: momentRead.problem }),
      ...(why.trim() === "" && { why: writeMessage(DOSE_MESSAGES.otherReason) }),
    };
    setProblems(found);
    if ("problem" in amountRead || "problem" in momentRead || "problem" in giverRead) return;
    if (Object.keys(found).length > 0) return;
    setIsSending(true);
    try {
      const change = {
        entryId: createId(),
        doseId: dose._id,
        revision: dose.revision,
        amount: amountRead.amount,
        givenAt: momentRead.at,
        ...(isSame(giver, getGiverText(before, subject, myId))
          ? {}
          : "givenByName" in giverRead
            ? giverRead
            : { givenBy: giverRead.givenBy ?? myId }),
        note: note.trim(),
        why: why.trim(),
        acknowledged: [...new Set(conflicts.map(({ id }) => id))],
      };
      const facts = { diaryId, name: formatMedicine(plan) };
      const answer = await convex.mutation(api.doses.correctDose, change, {
        optimisticUpdate: keepFacts(facts),
      });
      // Without a connection this device keeps the correction.
      if (answer.outcome !== "refused") return onDone();
      setConflicts(answer.conflicts);
    } catch (error) {
      console.error("doses.correctDose failed", error);
      setProblems({ all: getErrorMessage(error, t("dosesheet.notCorrected")) });
    }
    setIsSending(false);
  }

  const typed = readAmount(amount, plan.doseUnit);
  const amountNow = "amount" in typed ? typed.amount : null;
  return (
    <form aria-label={t("dosesheet.correctForm")} onSubmit={(event) => void submit(event)} noValidate>
      <Stack>
        <TextInput
          label={t("doserecord.howMuch", { unit: formatUnit(plan.doseUnit) })}
          inputMode="decimal"
          value={amount}
          error={problems.amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
        />
        <MomentFields
          label={t("doserecord.whenGiven")}
          value={moment}
          timeZone={reading.timeZone}
          problem={problems.moment}
          onChange={setMoment}
        />
        <GiverField
          diaryId={diaryId}
          subject={subject}
          myId={myId}
          value={giver}
          former={dose.givenById === null ? null : { id: dose.givenById, name: dose.givenBy }}
          problem={problems.name}
          onChange={setGiver}
        />
        <GrowingTextarea
          label={t("doserecord.note")}
          minRows={1}
          maxLength={WORDS_LENGTH}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <GrowingTextarea
          label={t("dosesheet.whyCorrected")}
          withAsterisk
          minRows={1}
          maxLength={WORDS_LENGTH}
          value={why}
          error={problems.why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
        {conflicts.length > 0 && (
          <div role="alert">
            <p>{t("dosesheet.correctedConflicts")}</p>
            <Conflicts
              conflicts={conflicts}
              plan={plan}
              dose={{ slot: dose.slot, amount: amountNow ?? dose.amount!, kind: "record" }}
              reading={reading}
            />
          </div>
        )}
        <FormEnd
          submit={t(conflicts.length > 0 ? "dosesheet.correctAnyway" : "dosesheet.correctIt")}
          isBusy={isSending}
          problem={problems.all}
          onCancel={onDone}
        />
      </Stack>
    </form>
  );
}

const isSame = (one: GiverText, other: GiverText): boolean =>
  one.who === other.who && one.name === other.name;
