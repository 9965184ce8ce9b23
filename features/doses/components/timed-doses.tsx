import { Button } from "@mantine/core";
import { shortDay, toClockInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import type { DoseMonth } from "../client/use-dose-month.ts";
import type { TimedDose } from "../rules/month.ts";
import { formatWithoutTimes, listPlansWithoutTimes, planTitle } from "../rules/sheet-plans.ts";
import { formatTimedRemark } from "../rules/timed-words.ts";
import styles from "./timed-doses.module.css";

type TimedDosesProps = { month: DoseMonth; onOpen: (one: TimedDose) => void };

/**
 * Doses without a place in the grid, with their times: as needed, by elapsed hours, extra ones, or of a changed plan.
 */
export function TimedDoses({ month: { data, sheet, days, names, plans }, onOpen }: TimedDosesProps) {
  return (
    <Section title={t("dosemonth.timed")} isApart>
      {listPlansWithoutTimes(data.plans, sheet, days).map((plan) => (
        <p key={plan._id}>
          <Rich
            text="dosemonth.withoutTimes"
            values={{
              b: (medicine) => <b>{medicine}</b>,
              medicine: planTitle(plan),
              words: formatWithoutTimes(plan.current.schedule),
              hasInstructions: String(plan.current.instructions !== ""),
              instructions: plan.current.instructions,
            }}
          />
        </p>
      ))}
      {sheet.timed.length === 0 ? (
        <Soft>{t("dosemonth.noTimed")}</Soft>
      ) : (
        <List gap="none" isRuled className={styles.doses} aria-label={t("dosemonth.timedList")}>
          {sheet.timed.map((one) => {
            const plan = plans.get(one.dose.planId)!;
            const { amount, by } = one.dose;
            const values = {
              day: shortDay(one.day),
              time: toClockInZone(one.at, names.timeZone),
              medicine: planTitle(plan),
            };
            const remark = formatTimedRemark(one, names);
            return (
              <li key={one.dose._id} className={styles.dose}>
                <span>
                  <Rich
                    text="dosemonth.timedDose"
                    values={{
                      ...values,
                      b: (medicine) => <b>{medicine}</b>,
                      hasAmount: String(amount !== null),
                      amount: amount === null ? "" : formatAmount(amount, plan.doseUnit),
                      name: names.names[by] || t("shared.unknown"),
                    }}
                  />
                  {remark && <Soft>{remark}</Soft>}
                </span>
                <Button variant="subtle" className="no-print" onClick={() => onOpen(one)}>
                  <Rich text="dosemonth.history" values={values} />
                </Button>
              </li>
            );
          })}
        </List>
      )}
    </Section>
  );
}
