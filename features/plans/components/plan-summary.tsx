import { Alert, Checkbox } from "@mantine/core";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { describeDay, shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { Folded } from "../../../ui/folded.tsx";
import { Soft } from "../../../ui/text.tsx";
import {
  describeUnlikelyAmounts,
  readSchedule,
  toChangedVersion,
  toVersionArgs,
} from "../client/plan-args.ts";
import {
  type ChangedPlan,
  getBegin,
  type LeftByChange,
  listLeftByChange,
  withBegin,
} from "../client/plan-change.ts";
import type { PlanValues } from "../client/plan-values.ts";
import {
  changeWords,
  formatFrom,
  formatScheduleChange,
  listVersionChanges,
} from "../client/version-changes.ts";
import { formatAmount } from "../rules/amount-words.ts";
import type { Unit } from "../rules/amounts.ts";
import { findNextSlot } from "../rules/coming-days.ts";
import { isScheduled } from "../rules/schedule.ts";
import { formatSchedule } from "../rules/schedule-words.ts";
import { listEffectiveVersions } from "../rules/versions.ts";
import { ComingWeek } from "./coming-week.tsx";
import type { PartProps } from "./medicine-fields.tsx";
import styles from "./plan-summary.module.css";

type PlanSummaryProps = PartProps & {
  timeZone: string;
  /** The changed plan; null for a new one. */
  changed: ChangedPlan | null;
  now: number;
};

/** What will be saved as one sentence and as seven days, and the questions that it raises. */
export function PlanSummary(props: PlanSummaryProps) {
  const { values, changed, timeZone, now } = props;
  const { when, amount } = readSchedule(values);
  const isReadable =
    Object.keys(when).length + Object.keys(amount).length === 0 &&
    (changed !== null || values.firstDay !== "");
  if (!isReadable)
    return (
      <Soft className={styles.summary}>Enter how much and when: the plan is read back to you here.</Soft>
    );
  const unit = values.doseUnit;
  const version = changed
    ? withBegin(toChangedVersion(values, changed), values, changed)
    : { ...toVersionArgs(values), version: 1, timeZone, effectiveFrom: now };
  const versions = changed ? listEffectiveVersions([...changed.versions, version]) : [version];
  const hasDays = versions.some(({ schedule: { kind } }) => isScheduled({ kind }) && kind !== "afterLast");
  const title = version.effectiveFrom > now ? "Seven days around the change" : "The next seven days";
  const before = changed?.versions.at(-1);
  const changes = before ? listVersionChanges(before, version, unit) : [];
  const others = changes.filter(({ title: of }) => of !== "When and how much");
  return (
    <div className={styles.summary}>
      <div role="status" className={styles.sentence}>
        <p>
          {changed
            ? changes.length === 0
              ? "Nothing is changed yet."
              : describeChange(values, changed, version.schedule)
            : describeNew(values, version.schedule, now, timeZone)}
        </p>
        {!changed && <Next version={version} now={now} />}
        {others.length > 0 && (
          <ul>
            {others.map((change) => (
              <li key={change.title}>{changeWords(change)}</li>
            ))}
          </ul>
        )}
      </div>
      <AmountQuestion {...props} />
      {changed && <LeftOut {...props} changed={changed} version={version} />}
      {hasDays && (
        <Folded name="plan-week" title={title}>
          <ComingWeek title={title} versions={versions} unit={unit} now={now} />
        </Folded>
      )}
    </div>
  );
}

type Shown = ReturnType<typeof toVersionArgs>["schedule"];

/** "1 tablet at 08:00, every day, from today until Dec 3, 2026." */
function describeNew(values: PlanValues, schedule: Shown, now: number, timeZone: string): string {
  const { firstDay, lastDay, doseUnit, instructions } = values;
  const words =
    schedule.kind === "freeText"
      ? instructions.trim() || "In words only"
      : formatSchedule(schedule, { unit: doseUnit });
  const from = describeDay(firstDay, toDayInZone(now, timeZone));
  const days = schedule.kind === "steps" ? "" : `, from ${from}`;
  return `${words}${days}${lastDay ? ` until ${shortDay(lastDay)}` : ""}.`;
}

/** "From Wednesday: 2 tablets at 08:00, every day, was 1." */
function describeChange(values: PlanValues, changed: ChangedPlan, schedule: Shown): string {
  const before = changed.versions.at(-1)!;
  const begin = getBegin(values, changed);
  const from = begin
    ? formatFrom(begin, toDayInZone(changed.now, changed.timeZone))
    : "From the day that you choose";
  const words =
    schedule.kind === "freeText"
      ? values.instructions.trim()
      : formatScheduleChange(before.schedule, schedule, { unit: values.doseUnit });
  return `${from}: ${words}.`;
}

/** "Next: today, 20:00". */
function Next({ version, now }: { version: Parameters<typeof findNextSlot>[0][number]; now: number }) {
  const { timeZone } = version;
  if (version.schedule.kind === "afterLast")
    return <p>The first dose is due at once; each next one is counted from when the last was given.</p>;
  const next = findNextSlot([version], now, null);
  if (!next) return null;
  const day = describeDay(toDayInZone(next.dueAt, timeZone), toDayInZone(now, timeZone));
  return <p>{`Next: ${day}, ${formatClockTime(next.dueAt, undefined, timeZone)}.`}</p>;
}

/** Asks about an amount that may be a strength in mg. */
function AmountQuestion({ values, problems, onChange, changed }: PlanSummaryProps) {
  const amounts = describeUnlikelyAmounts(values, changed);
  if (amounts === "") return null;
  const { strength } = values.facts;
  const each = strength ? ` Each has ${strength}.` : "";
  return (
    <Alert color="yellow" variant="outline" role="group" title={`${amounts} at a time?`}>
      <p>{`That is a lot.${each} Look whether the number is the strength and not how many are given.`}</p>
      <Checkbox
        label={`Yes, ${amounts} at a time`}
        checked={values.confirmedAmounts === amounts}
        error={problems.confirmedAmounts}
        aria-invalid={problems.confirmedAmounts !== undefined}
        onChange={({ currentTarget: { checked } }) =>
          onChange({ ...values, confirmedAmounts: checked ? amounts : "" })
        }
      />
    </Alert>
  );
}

const formatBegin = (at: number, timeZone: string) => shortDay(toDayInZone(at, timeZone));

type LeftOutProps = PlanSummaryProps & {
  changed: ChangedPlan;
  version: Parameters<typeof listLeftByChange>[0];
};

/** Asks once it is chosen when the change begins. */
function LeftOut({ values, problems, onChange, changed, version, now, timeZone }: LeftOutProps) {
  if (getBegin(values, changed) === "") return null;
  const left = listLeftByChange(version, changed);
  if (left.key === "") return null;
  return (
    <LeftOutQuestion
      left={left}
      unit={values.doseUnit}
      {...{ now, timeZone }}
      isConfirmed={values.confirmed === left.key}
      problem={problems.confirmed}
      onConfirm={(isConfirmed) => onChange({ ...values, confirmed: isConfirmed ? left.key : "" })}
    />
  );
}

/** Of very many doses nobody reads each line. */
const SHOWN = 4;

type LeftOutQuestionProps = {
  left: LeftByChange;
  unit: Unit;
  now: number;
  timeZone: string;
  isConfirmed: boolean;
  problem: string | undefined;
  onConfirm: (isConfirmed: boolean) => void;
};

/** Asks about doses that the plan had and that nothing follows, and about changes that don't begin any more. */
function LeftOutQuestion({
  left,
  unit,
  now,
  timeZone,
  isConfirmed,
  problem,
  onConfirm,
}: LeftOutQuestionProps) {
  const today = toDayInZone(now, timeZone);
  const { doses, changes } = left;
  return (
    <Alert
      color="yellow"
      variant="outline"
      role="group"
      my="sm"
      title={doses.length > 0 ? "Planned doses are left out" : "Another change was to begin later"}
    >
      {doses.length > 0 && (
        <>
          <p>These doses are planned so far. With this change nothing is planned in their place:</p>
          <ul>
            {doses.slice(0, SHOWN).map(({ dueAt, amount }) => (
              <li key={dueAt}>
                {`${describeDay(toDayInZone(dueAt, timeZone), today)}, ${formatClockTime(dueAt, undefined, timeZone)} — ${formatAmount(amount, unit)}`}
              </li>
            ))}
            {doses.length > SHOWN && <li>and the ones that follow</li>}
          </ul>
        </>
      )}
      {changes.map(({ version, effectiveFrom, schedule }) => (
        <p key={version}>
          {`The change from ${formatBegin(effectiveFrom, timeZone)} on doesn't begin any more: ${formatSchedule(schedule, { unit })}.`}
        </p>
      ))}
      <Checkbox
        label={doses.length > 0 ? "Yes, these doses are not to be given" : "Yes, this replaces it"}
        checked={isConfirmed}
        error={problem}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget: { checked } }) => onConfirm(checked)}
      />
    </Alert>
  );
}
