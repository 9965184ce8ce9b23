import { Button } from "@mantine/core";
import { shortDay, toClockInZone } from "../../../lib/dates/zone-day.ts";
import { List } from "../../../ui/list.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import { MONTH_WORDS } from "../client/month-words.ts";
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
    <Section title={MONTH_WORDS.timed} isApart>
      {listPlansWithoutTimes(data.plans, sheet, days).map((plan) => (
        <p key={plan._id}>
          <b>{planTitle(plan)}</b>:{" "}
          {[formatWithoutTimes(plan.current.schedule), plan.current.instructions].filter(Boolean).join(". ")}
        </p>
      ))}
      {sheet.timed.length === 0 ? (
        <Soft>{MONTH_WORDS.noTimed}</Soft>
      ) : (
        <List gap="none" isRuled className={styles.doses} aria-label={MONTH_WORDS.timedList}>
          {sheet.timed.map((one) => {
            const plan = plans.get(one.dose.planId)!;
            const { amount, by } = one.dose;
            const when = `${shortDay(one.day)}, ${toClockInZone(one.at, names.timeZone)}`;
            const remark = formatTimedRemark(one, names);
            return (
              <li key={one.dose._id} className={styles.dose}>
                <span>
                  {when}: <b>{planTitle(plan)}</b>
                  {amount !== null && `, ${formatAmount(amount, plan.doseUnit)}`}, by{" "}
                  {names.names[by] || "Unknown"}
                  {remark && <Soft>{remark}</Soft>}
                </span>
                <Button variant="subtle" className="no-print" onClick={() => onOpen(one)}>
                  History
                  <span className="visually-hidden">
                    {" "}
                    of {planTitle(plan)}, {when}
                  </span>
                </Button>
              </li>
            );
          })}
        </List>
      )}
    </Section>
  );
}
