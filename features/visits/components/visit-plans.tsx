import { shortDay } from "../../../lib/dates/zone-day.ts";
import { placeSideBySide } from "../../../lib/side-by-side.ts";
import { t } from "../../../lib/words/t.ts";
import { Section } from "../../../ui/section.tsx";
import { formatSchedule } from "../../plans/rules/schedule-words.ts";
import { formatGiven } from "../client/plan-words.ts";
import { RECENT_DAYS } from "../rules.ts";
import type { VisitPlan } from "../schema.ts";
import styles from "./visit-medications.module.css";

/** The running plans, with their recent doses. */
export function VisitPlans({ plans }: { plans: readonly VisitPlan[] }) {
  return (
    <Section title={t("visit.planned", { days: RECENT_DAYS })} isApart>
      <ul className={styles.rows} aria-label={t("visit.plannedMedicines")}>
        {plans.map((plan) => (
          <li key={plan._id} className={styles.row}>
            <strong dir="auto">{placeSideBySide([plan.name, plan.strength])}</strong>
            <span>{formatSchedule(plan.schedule, { unit: plan.doseUnit })}</span>
            {plan.coming.map(({ fromDay, schedule }) => (
              <span key={fromDay}>
                {t("visit.fromDay", {
                  day: shortDay(fromDay),
                  schedule: formatSchedule(schedule, { unit: plan.doseUnit }),
                })}
              </span>
            ))}
            <span className={styles.since}>{formatGiven(plan)}</span>
            {plan.instructions && (
              <span className={styles.notes} dir="auto">
                {plan.instructions}
              </span>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
