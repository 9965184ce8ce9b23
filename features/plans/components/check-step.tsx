import { TextInput } from "@mantine/core";
import { dayInZone } from "../../../lib/zone-day.ts";
import { Problem, Soft } from "../../../ui/text.tsx";
import { versionArgs } from "../client/plan-args.ts";
import type { PlanVersionShown } from "../client/use-plans.ts";
import { changeWords, versionChanges } from "../client/version-changes.ts";
import { WORDS_LENGTH } from "../rules/limits.ts";
import { isScheduled } from "../rules/schedule.ts";
import { ComingWeek } from "./coming-week.tsx";
import styles from "./plan-fields.module.css";
import { VersionWords } from "./version-words.tsx";
import type { StepProps } from "./when-step.tsx";

type CheckStepProps = StepProps & {
  timeZone: string;
  /** The version that is changed; null for a new plan. */
  before: PlanVersionShown | null;
  now: number;
};

const SEEN_BY = {
  team: "The owner, admins, caregivers and clinicians see this plan.",
  extended: "All members of the notebook see this plan.",
};

/** What will be saved, in words and as the next seven days; nothing is saved before. */
export function CheckStep({ values, problems, onChange, timeZone, before, now }: CheckStepProps) {
  const unit = values.doseUnit || "tablet";
  const version = versionArgs(values);
  const changes = before ? versionChanges(before, { ...version, timeZone }, unit) : [];
  const { facts } = values;
  return (
    <div className={styles.fields}>
      <div className={styles.group}>
        <h3 className={styles.plain}>
          {[facts.name, facts.strength].filter(Boolean).join(" ")}
          {facts.form && `, ${facts.form}`}
        </h3>
        {facts.route && <p className={styles.plain}>{facts.route}</p>}
        <VersionWords version={version} unit={unit} today={dayInZone(now, timeZone)} />
        {!before && (
          <Soft className={styles.plain}>
            {SEEN_BY[values.visibility]}
            {values.isEncrypted && " It is encrypted."}
          </Soft>
        )}
      </div>
      {isScheduled(version.schedule) && version.schedule.kind !== "afterLast" && (
        <section aria-labelledby="coming-week">
          <h3 id="coming-week">The next seven days</h3>
          <ComingWeek
            version={{ ...version, version: 1, timeZone, effectiveFrom: now }}
            unit={unit}
            now={now}
          />
        </section>
      )}
      {version.schedule.kind === "afterLast" && (
        <p className={styles.plain}>
          The first dose is due at once; each next one is counted from when the last was given.
        </p>
      )}
      {before && (
        <section aria-labelledby="what-changes">
          <h3 id="what-changes">What changes from now on</h3>
          {changes.length === 0 ? (
            <p>Nothing yet.</p>
          ) : (
            <ul>
              {changes.map((change) => (
                <li key={change.title}>{changeWords(change)}</li>
              ))}
            </ul>
          )}
          <Soft>What was due before stays as it was.</Soft>
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
      )}
      {problems.other && <Problem>{problems.other}</Problem>}
    </div>
  );
}
