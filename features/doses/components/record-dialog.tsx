import { TextInput } from "@mantine/core";
import { useId, useState } from "react";
import type { Dose, DosePlan } from "../../../lib/api.ts";
import { DAY } from "../../../lib/dates/time.ts";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { writeMessage } from "../../../lib/words/message.ts";
import { t } from "../../../lib/words/t.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { GrowingTextarea } from "../../../ui/growing-textarea.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatUnit } from "../../plans/rules/amount-words.ts";
import { readAmount } from "../../plans/rules/amounts.ts";
import { WORDS_LENGTH } from "../../plans/rules/limits.ts";
import { findKnownConflicts, getNeededState } from "../client/as-needed.ts";
import type { ShownConflict } from "../client/conflicts.ts";
import { formatMedicine, formatMoment, type Reading } from "../client/dose-words.ts";
import { limitWords } from "../client/limit-words.ts";
import { formatNearbyDoses } from "../client/refusal-words.ts";
import type { DoseCall } from "../client/waiting-doses.ts";
import { LATE_RECORD_DAYS } from "../rules/limits.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import { getSlotEnd } from "../rules/slot-states.ts";
import { Conflicts } from "./conflicts.tsx";
import { GiverField, getGiverText, readGiver } from "./giver-field.tsx";
import { MomentFields, type MomentText, readMoment, toMomentText } from "./moment-fields.tsx";

export type RecordArgs = Extract<DoseCall, { kind: "record" }>["args"];

type RecordDialogProps = {
  diaryId: string;
  /** Whom the notebook is about. */
  subject: string;
  plan: DosePlan;
  /** The planned dose; null for an unplanned one. */
  slot: string | null;
  /** When the planned dose was due; null for an unplanned one. */
  dueAt: number | null;
  /** The entry that was refused. */
  before: Pick<RecordArgs, "amount"> & Partial<RecordArgs>;
  /** The conflicting doses, as the server named them. */
  conflicts: readonly ShownConflict[];
  /** The last doses of a medicine that is given when it is needed: what it goes against is known at once. */
  lately?: readonly Dose[] | undefined;
  reading: Reading;
  onRecord: (args: RecordArgs) => void;
  onClose: () => void;
};

/** Whether the time for a planned dose has passed: then it wasn't given now, and the form suggests no time. */
const isOver = (dueAt: number, { current }: DosePlan, now: number): boolean =>
  now > getSlotEnd({ dueAt, lateUntilMinutes: current.lateUntilMinutes });

/** The form for a dose that was given already: giver, time, amount; and why, when it has conflicts or was long ago. */
export function RecordDialog(props: RecordDialogProps) {
  const {
    diaryId,
    subject,
    plan,
    slot,
    dueAt,
    before,
    conflicts: refusedBy,
    lately = [],
    reading,
    onRecord,
    onClose,
  } = props;
  const { timeZone, myId } = reading;
  const [openedAt] = useState(Date.now);
  const filled = before.givenAt ?? openedAt;
  const [amount, setAmount] = useState(String(before.amount));
  const [moment, setMoment] = useState<MomentText>(() =>
    before.givenAt === undefined && dueAt !== null && isOver(dueAt, plan, openedAt)
      ? { day: toDayInZone(dueAt, timeZone), time: "" }
      : toMomentText(filled, timeZone),
  );
  const [giver, setGiver] = useState(() => getGiverText(before, subject, myId));
  const [note, setNote] = useState(before.note ?? "");
  const [why, setWhy] = useState(before.why ?? "");
  const [problems, setProblems] = useState<Partial<Record<"amount" | "moment" | "name" | "why", string>>>({});
  const whyId = useId();
  const read = readMoment(moment, timeZone, openedAt, filled);
  const amountNow = readAmount(amount, plan.doseUnit);
  const known =
    "at" in read && "amount" in amountNow
      ? findKnownConflicts(plan, lately, { amount: amountNow.amount, givenAt: read.at })
      : [];
  const conflicts = [...refusedBy, ...known.filter(({ id }) => !refusedBy.some((each) => each.id === id))];
  const limits =
    lately.length > 0 && "amount" in amountNow
      ? limitWords(plan, getNeededState(plan, lately, amountNow.amount, openedAt), reading)
      : null;
  const isLongAgo = "at" in read && openedAt - read.at > LATE_RECORD_DAYS * DAY;
  const needsWhy = isLongAgo || conflicts.length > 0;

  function submit() {
    const now = Date.now();
    const amountRead = readAmount(amount, plan.doseUnit);
    const momentRead = readMoment(moment, timeZone, now, filled);
    const giverRead = readGiver(giver, subject);
    const found = {
      ...("problem" in amountRead && { amount: writeMessage(amountRead.problem) }),
      ...("problem" in momentRead && { moment: momentRead.problem }),
      ...("problem" in giverRead && { name: giverRead.problem }),
      ...(needsWhy &&
        why.trim() === "" && {
          why: isLongAgo ? writeMessage(DOSE_MESSAGES.longAgo) : writeMessage(DOSE_MESSAGES.otherReason),
        }),
    };
    setProblems(found);
    if ("problem" in amountRead || "problem" in momentRead || "problem" in giverRead) return;
    if (Object.keys(found).length > 0) return;
    onRecord({
      amount: amountRead.amount,
      givenAt: momentRead.at,
      ...giverRead,
      note: note.trim(),
      why: why.trim(),
      acknowledged: [...new Set(conflicts.map(({ id }) => id))],
    });
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("doserecord.title")}
      submit={t("doserecord.writeDown")}
      onSubmit={submit}
    >
      <p dir="auto">
        {dueAt === null
          ? formatMedicine(plan)
          : t("doserecord.plannedFor", {
              medicine: formatMedicine(plan),
              when: formatMoment(dueAt, reading),
            })}
      </p>
      {conflicts.length > 0 && (
        <Conflicts
          conflicts={conflicts}
          plan={plan}
          dose={{
            slot,
            amount: "amount" in amountNow ? amountNow.amount : before.amount,
            kind: "record",
          }}
          reading={reading}
          limits={limits ?? formatNearbyDoses(conflicts, reading)}
        />
      )}
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
        timeZone={timeZone}
        problem={problems.moment}
        onChange={setMoment}
      />
      <GiverField
        diaryId={diaryId}
        subject={subject}
        myId={myId}
        value={giver}
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
      {needsWhy && (
        <GrowingTextarea
          id={whyId}
          label={
            conflicts.length > 0
              ? t("doserecord.whyGiven")
              : t("doserecord.whyLate", { days: LATE_RECORD_DAYS })
          }
          withAsterisk
          minRows={1}
          maxLength={WORDS_LENGTH}
          value={why}
          error={problems.why}
          onChange={(event) => setWhy(event.currentTarget.value)}
        />
      )}
      <Soft>{t("doserecord.hint")}</Soft>
    </FormDialog>
  );
}
