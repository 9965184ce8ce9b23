import { Button } from "@mantine/core";
import { clockInZone, shortDay } from "../../../lib/zone-day.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { WideTable } from "../../../ui/wide-table.tsx";
import { amountWords } from "../../plans/rules/amounts.ts";
import { MONTH_WORDS } from "../client/month-words.ts";
import type { DoseMonth } from "../client/use-dose-month.ts";
import { DOSE_MARKS } from "../rules/cell-words.ts";
import type { TimedDose } from "../rules/month.ts";
import { REASON_WORDS, reasonOf } from "../rules/reasons.ts";
import { plansWithoutTimes, planTitle, TIMED_WORDS, withoutTimesWords } from "../rules/sheet-plans.ts";

type TimedDosesProps = { month: DoseMonth; onOpen: (one: TimedDose) => void };

/** What has no place in the grid, with its times: as needed, by elapsed hours, one more, or of a plan that was changed. */
export function TimedDoses({ month: { data, sheet, days, names, plans }, onOpen }: TimedDosesProps) {
  return (
    <Section title={MONTH_WORDS.timed} isApart>
      {plansWithoutTimes(data.plans, sheet, days).map((plan) => (
        <p key={plan._id}>
          <b>{planTitle(plan)}</b>:{" "}
          {[withoutTimesWords(plan.current.schedule), plan.current.instructions].filter(Boolean).join(". ")}
        </p>
      ))}
      {sheet.timed.length === 0 ? (
        <Soft>{MONTH_WORDS.noTimed}</Soft>
      ) : (
        <WideTable caption={MONTH_WORDS.timedTable}>
          <thead>
            <tr>
              {["When", "Medicine", "By", "Remark", ""].map((title) => (
                <th key={title} scope="col" className={title ? undefined : "no-print"}>
                  {title || <span className="visually-hidden">History</span>}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {sheet.timed.map((one) => {
              const plan = plans.get(one.dose.planId)!;
              const { amount, by } = one.dose;
              const when = `${shortDay(one.day)}, ${clockInZone(one.at, names.timeZone)}`;
              return (
                <tr key={one.dose._id}>
                  <td>{when}</td>
                  <td>
                    {planTitle(plan)}
                    {amount !== null && `, ${amountWords(amount, plan.doseUnit)}`}
                  </td>
                  <td>{names.names[by] || "Unknown"}</td>
                  <td>{remarkOf(one)}</td>
                  <td className="no-print">
                    <Button variant="subtle" onClick={() => onOpen(one)}>
                      History
                      <span className="visually-hidden">
                        {" "}
                        of {planTitle(plan)}, {when}
                      </span>
                    </Button>
                  </td>
                </tr>
              );
            })}
          </tbody>
        </WideTable>
      )}
    </Section>
  );
}

const remarkOf = ({ kind, dose }: TimedDose): string =>
  [
    dose.state === "withdrawn" && "taken back",
    dose.state === "not_given" && `not given: ${REASON_WORDS[reasonOf(dose.reason)]}`,
    TIMED_WORDS[kind],
    dose.isAgainst && DOSE_MARKS.against[1],
    dose.isCorrected && DOSE_MARKS.corrected[1],
  ]
    .filter(Boolean)
    .join(", ");
