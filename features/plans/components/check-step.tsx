import { Alert, Checkbox, TextInput } from "@mantine/core";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { describeDay, shortDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import { describeUnlikelyAmounts, toChangedVersion, toVersionArgs } from "../client/plan-args.ts";
import { type ChangedPlan, type LeftByChange, listLeftByChange, withBegin } from "../client/plan-change.ts";
import { changeWords, listVersionChanges } from "../client/version-changes.ts";
import { formatAmount, type Unit } from "../rules/amounts.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";
import { isScheduled } from "../rules/schedule.ts";
import { formatSchedule } from "../rules/schedule-words.ts";
import { listEffectiveVersions, listVersionsHeldFrom } from "../rules/versions.ts";
import { ComingWeek } from "./coming-week.tsx";
import styles from "./plan-fields.module.css";
import { VersionWords } from "./version-words.tsx";
import type { StepProps } from "./when-step.tsx";

type CheckStepProps = StepProps & {
  timeZone: string;
  /** The changed plan; null for a new one. */
  changed: ChangedPlan | null;
  now: number;
};

const SEEN_BY = {
  team: "The owner, admins, caregivers and clinicians see this plan.",
  extended: "All members of the notebook see this plan.",
};

/** What will be saved, in words and as seven days; nothing is saved before. */
export function CheckStep(props: CheckStepProps) {
  const { values, problems, timeZone, changed, now } = props;
  const unit = values.doseUnit || "tablet";
  const version = changed
    ? withBegin(toChangedVersion(values, changed), values, changed)
    : { ...toVersionArgs(values), version: 1, timeZone, effectiveFrom: now };
  const versions = changed ? listEffectiveVersions([...changed.versions, version]) : [version];
  const isLater = version.effectiveFrom > now;
  const hasDays = versions.some(({ schedule: { kind } }) => isScheduled({ kind }) && kind !== "afterLast");
  const title = isLater ? "Seven days around the change" : "The next seven days";
  const { facts } = values;
  const today = toDayInZone(now, timeZone);
  return (
    <div className={styles.fields}>
      <div className={styles.group}>
        <h3 className={styles.plain}>
          {placeSideBySide([placeSideBySide([facts.name, facts.strength]), facts.form], ", ")}
        </h3>
        {facts.route && <p className={styles.plain}>{facts.route}</p>}
        {isLater &&
          changed &&
          listVersionsHeldFrom(changed.versions, now)
            .filter(({ effectiveFrom }) => effectiveFrom < version.effectiveFrom)
            .map((former) => (
              <div key={former.version}>
                <h4 className={styles.plain}>
                  {former.effectiveFrom > now
                    ? `From ${formatBegin(former.effectiveFrom, timeZone)}`
                    : "Until then"}
                </h4>
                <VersionWords version={former} unit={unit} today={today} />
              </div>
            ))}
        <div>
          {isLater && (
            <h4 className={styles.plain}>{`From ${formatBegin(version.effectiveFrom, timeZone)} on`}</h4>
          )}
          <VersionWords
            version={version}
            unit={unit}
            today={isLater ? toDayInZone(version.effectiveFrom, timeZone) : today}
          />
        </div>
        {!changed && (
          <Soft className={styles.plain}>
            {SEEN_BY[values.visibility]}
            {values.isEncrypted && " It is encrypted."}
          </Soft>
        )}
      </div>
      <AmountQuestion {...props} />
      {hasDays && (
        <section aria-labelledby="coming-week">
          <h3 id="coming-week">{title}</h3>
          <ComingWeek title={title} versions={versions} unit={unit} now={now} />
        </section>
      )}
      {version.schedule.kind === "afterLast" && (
        <p className={styles.plain}>
          The first dose is due at once; each next one is counted from when the last was given.
        </p>
      )}
      {changed && <Changes {...props} changed={changed} version={version} unit={unit} />}
      {problems.other && <Problem>{problems.other}</Problem>}
    </div>
  );
}

/** Asks about an amount that may be a strength in mg. */
function AmountQuestion({ values, problems, onChange, changed }: CheckStepProps) {
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

type ChangesProps = CheckStepProps & {
  changed: ChangedPlan;
  version: Parameters<typeof listLeftByChange>[0] & Parameters<typeof listVersionChanges>[1];
  unit: Unit;
};

/** What the change changes, what it leaves without a successor, and why it is made. */
function Changes({ values, problems, onChange, changed, version, unit, now, timeZone }: ChangesProps) {
  const before = changed.versions.at(-1)!;
  const changes = listVersionChanges(before, version, unit);
  const left = listLeftByChange(version, changed);
  return (
    <section aria-labelledby="what-changes">
      <h3 id="what-changes">
        {version.effectiveFrom > now
          ? `What changes from ${formatBegin(version.effectiveFrom, timeZone)} on`
          : "What changes from now on"}
      </h3>
      {changes.length === 0 ? (
        <p>Nothing yet.</p>
      ) : (
        <ul>
          {changes.map((change) => (
            <li key={change.title}>{changeWords(change)}</li>
          ))}
        </ul>
      )}
      <Soft>What is due before stays as it is.</Soft>
      {left.key !== "" && (
        <LeftOutQuestion
          left={left}
          unit={unit}
          {...{ now, timeZone }}
          isConfirmed={values.confirmed === left.key}
          problem={problems.confirmed}
          onConfirm={(isConfirmed) => onChange({ ...values, confirmed: isConfirmed ? left.key : "" })}
        />
      )}
      <TextInput
        label="Why does it change?"
        withAsterisk
        aria-required="true"
        maxLength={WORDS_LENGTH}
        value={values.reason}
        error={problems.reason}
        onChange={({ currentTarget: { value } }) => onChange({ ...values, reason: value })}
      />
    </section>
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
