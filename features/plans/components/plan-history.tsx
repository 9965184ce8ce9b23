import type { FunctionReturnType } from "convex/server";
import { api } from "../../../lib/api.ts";
import { formatExactTime, formatShortMoment } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { Loading } from "../../../ui/loading.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { PlanVersionShown } from "../client/use-plans.ts";
import { changeWords, listVersionChanges } from "../client/version-changes.ts";
import type { Unit } from "../rules/amounts.ts";
import { formatScheduleLines } from "../rules/schedule-words.ts";
import styles from "./plan-history.module.css";

type Found = NonNullable<FunctionReturnType<typeof api.plans.getPlan>>;

/** All versions of a plan: changes, authors, times, reasons and sources; and its corrections. */
export function PlanHistory({ found: { plan, corrections } }: { found: Found }) {
  const versions = useLiveQuery(api.plans.listPlanVersions, { planId: plan._id });
  if (versions === undefined) return <Loading label={t("plan.historyLoading")} rows={1} />;
  const entries = [
    ...(versions ?? []).map((version, index) => ({
      at: version.changedAt,
      key: `version ${version.version}`,
      entry: <VersionEntry version={version} before={versions![index + 1] ?? null} unit={plan.doseUnit} />,
    })),
    ...corrections.map((correction, index) => ({
      at: correction.at,
      key: `correction ${corrections.length - index}`,
      entry: <CorrectionEntry correction={correction} after={corrections[index - 1]?.former ?? plan} />,
    })),
  ].sort((a, b) => b.at - a.at);
  return (
    <Section title={t("plan.history")} isApart>
      <ol className={styles.entries}>
        {entries.map(({ key, entry }) => (
          <li key={key} className={styles.entry}>
            {entry}
          </li>
        ))}
      </ol>
    </Section>
  );
}

type VersionEntryProps = { version: PlanVersionShown; before: PlanVersionShown | null; unit: Unit };

function VersionEntry({ version, before, unit }: VersionEntryProps) {
  const { changedBy, changedAt, effectiveFrom, reason, saidBy } = version;
  // Of several zones at once nothing changes but the clock.
  const isLater = effectiveFrom > changedAt;
  return (
    <>
      <p className={styles.head} title={formatExactTime(changedAt)}>
        {t(before ? "plan.entryChanged" : "plan.entryMade", {
          time: formatShortMoment(changedAt),
          name: changedBy || t("plan.formerMember"),
        })}
      </p>
      {isLater && <p>{t("plan.holdsFrom", { time: formatShortMoment(effectiveFrom) })}</p>}
      {before ? (
        <ul>
          {listVersionChanges(before, version, unit).map((change) => (
            <li key={change.title}>{changeWords(change)}</li>
          ))}
        </ul>
      ) : (
        formatScheduleLines(version.schedule, { unit }).map((line) => <p key={line}>{line}</p>)
      )}
      {reason && <p>{t("plan.why", { reason })}</p>}
      {saidBy && <p className={styles.soft}>{t("plans.by", { by: saidBy })}</p>}
    </>
  );
}

type Correction = Found["corrections"][number];
type Facts = NonNullable<Correction["former"]>;

const FACT_TITLES = {
  name: "plan.name",
  strength: "planparts.strength",
  form: "planparts.form",
  route: "planparts.route",
  prescriber: "planparts.prescriber",
  notes: "planparts.remarks",
} as const;
const SEEN_BY = { team: "plan.seenByTeam", extended: "plan.seenByAll" } as const;

function CorrectionEntry({ correction, after }: { correction: Correction; after: Facts }) {
  const { former, by, at, reason } = correction;
  return (
    <>
      <p className={styles.head} title={formatExactTime(at)}>
        {t("plan.entryCorrected", {
          time: formatShortMoment(at),
          name: by || t("plan.formerMember"),
        })}
      </p>
      {former && (
        <ul>
          {(Object.keys(FACT_TITLES) as (keyof typeof FACT_TITLES)[])
            .filter((field) => former[field] !== after[field])
            .map((field) => (
              <li key={field}>
                {changeWords({ title: FACT_TITLES[field], before: former[field], after: after[field] })}
              </li>
            ))}
          {former.visibility !== after.visibility && (
            <li>
              {t("plan.seenBy", {
                before: t(SEEN_BY[former.visibility]),
                after: t(SEEN_BY[after.visibility]),
              })}
            </li>
          )}
        </ul>
      )}
      {reason && <p>{t("plan.why", { reason })}</p>}
    </>
  );
}
