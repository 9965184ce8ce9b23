import { Alert, Checkbox } from "@mantine/core";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { describeDay, shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
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
  if (!isReadable) return <Soft className={styles.summary}>{t("planedit.enterFirst")}</Soft>;
  const unit = values.doseUnit;
  const version = changed
    ? withBegin(toChangedVersion(values, changed), values, changed)
    : { ...toVersionArgs(values), version: 1, timeZone, effectiveFrom: now };
  const versions = changed ? listEffectiveVersions([...changed.versions, version]) : [version];
  const hasDays = versions.some(({ schedule: { kind } }) => isScheduled({ kind }) && kind !== "afterLast");
  const title = t(version.effectiveFrom > now ? "planedit.weekAround" : "planedit.nextWeek");
  const before = changed?.versions.at(-1);
  const changes = before ? listVersionChanges(before, version, unit) : [];
  const others = changes.filter(({ title: of }) => of !== "planparts.whenAndHowMuch");
  return (
    <div className={styles.summary}>
      <div role="status" className={styles.sentence}>
        <p>
          {changed
            ? changes.length === 0
              ? t("planedit.unchanged")
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
      ? instructions.trim() || t("planedit.onlyWords")
      : formatSchedule(schedule, { unit: doseUnit });
  const from = describeDay(firstDay, toDayInZone(now, timeZone));
  return t("planedit.newPlan", {
    words,
    hasFrom: String(schedule.kind !== "steps"),
    from,
    hasUntil: String(lastDay !== ""),
    until: lastDay && shortDay(lastDay),
  });
}

/** "From Wednesday: 2 tablets at 08:00, every day, was 1." */
function describeChange(values: PlanValues, changed: ChangedPlan, schedule: Shown): string {
  const before = changed.versions.at(-1)!;
  const begin = getBegin(values, changed);
  const from = begin
    ? formatFrom(begin, toDayInZone(changed.now, changed.timeZone))
    : t("planedit.fromChosen");
  const words =
    schedule.kind === "freeText"
      ? values.instructions.trim()
      : formatScheduleChange(before.schedule, schedule, { unit: values.doseUnit });
  return t("planedit.changed", { from, words });
}

/** "Next: today, 20:00". */
function Next({ version, now }: { version: Parameters<typeof findNextSlot>[0][number]; now: number }) {
  const { timeZone } = version;
  if (version.schedule.kind === "afterLast") return <p>{t("planedit.afterLastNext")}</p>;
  const next = findNextSlot([version], now, null);
  if (!next) return null;
  const day = describeDay(toDayInZone(next.dueAt, timeZone), toDayInZone(now, timeZone));
  return <p>{t("planedit.next", { day, time: formatClockTime(next.dueAt, undefined, timeZone) })}</p>;
}

/** Asks about an amount that may be a strength in mg. */
function AmountQuestion({ values, problems, onChange, changed }: PlanSummaryProps) {
  const amounts = describeUnlikelyAmounts(values, changed);
  if (amounts === "") return null;
  const { strength } = values.facts;
  return (
    <Alert color="yellow" variant="outline" role="group" title={t("planedit.manyTitle", { amounts })}>
      <p>{t("planedit.manyText", { hasStrength: String(strength !== ""), strength })}</p>
      <Checkbox
        label={t("planedit.manyYes", { amounts })}
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
      title={t(doses.length > 0 ? "planedit.leftOut" : "planedit.otherChange")}
    >
      {doses.length > 0 && (
        <>
          <p>{t("planedit.leftOutText")}</p>
          <ul>
            {doses.slice(0, SHOWN).map(({ dueAt, amount }) => (
              <li key={dueAt}>
                {`${describeDay(toDayInZone(dueAt, timeZone), today)}, ${formatClockTime(dueAt, undefined, timeZone)} — ${formatAmount(amount, unit)}`}
              </li>
            ))}
            {doses.length > SHOWN && <li>{t("planedit.andFollowing")}</li>}
          </ul>
        </>
      )}
      {changes.map(({ version, effectiveFrom, schedule }) => (
        <p key={version}>
          {t("planedit.noLongerBegins", {
            day: formatBegin(effectiveFrom, timeZone),
            words: formatSchedule(schedule, { unit }),
          })}
        </p>
      ))}
      <Checkbox
        label={t(doses.length > 0 ? "planedit.leftOutYes" : "planedit.replacesYes")}
        checked={isConfirmed}
        error={problem}
        aria-invalid={problem !== undefined}
        onChange={({ currentTarget: { checked } }) => onConfirm(checked)}
      />
    </Alert>
  );
}
