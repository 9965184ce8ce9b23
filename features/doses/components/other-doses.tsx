import type { Dose, DosePlan } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { DoseActions } from "../client/dose-actions.ts";
import { formatMedicine } from "../client/dose-words.ts";
import { formatDoseAndHelp } from "../client/help-words.ts";
import styles from "./dose-row.module.css";

/** Unplanned doses, and further doses of one slot. */
export function ExtraDoses({
  doses,
  actions,
}: {
  doses: readonly { plan: DosePlan; dose: Dose }[];
  actions: DoseActions;
}) {
  if (doses.length === 0) return null;
  return (
    <Section title={t("doses.alsoGiven")}>
      <List>
        {doses.map(({ plan, dose }) => (
          <li key={dose._id} className={styles.row} data-state="given">
            <div className={styles.body}>
              <h3 className={styles.name} dir="auto">
                <button type="button" onClick={() => actions.open({ name: "sheet", doseId: dose._id })}>
                  {formatMedicine(plan)}
                </button>
              </h3>
              <p className={styles.amount}>{formatDoseAndHelp(dose, plan, actions.reading)}</p>
              {dose.note && (
                <p className={styles.instructions} dir="auto">
                  {dose.note}
                </p>
              )}
            </div>
          </li>
        ))}
      </List>
    </Section>
  );
}

/** Plans in free text: shown as they were written, and never due. */
export function FreeTextPlans({ plans }: { plans: readonly DosePlan[] }) {
  if (plans.length === 0) return null;
  return (
    <Section title={t("doses.asText")}>
      <Soft>{t("doses.asTextHint")}</Soft>
      <List>
        {plans.map((plan) => (
          <li key={plan._id} className={styles.row} data-state="text">
            <div className={styles.body}>
              <h3 className={styles.name} dir="auto">
                {formatMedicine(plan)}
              </h3>
              <p className={styles.instructions} dir="auto">
                {plan.current.instructions || plan.notes}
              </p>
            </div>
          </li>
        ))}
      </List>
    </Section>
  );
}
