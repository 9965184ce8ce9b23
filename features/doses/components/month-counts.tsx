import { shortDay } from "../../../lib/dates/zone-day.ts";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { MONTH_WORDS } from "../client/month-words.ts";
import type { DoseMonth } from "../client/use-dose-month.ts";
import { countDoses, countWords } from "../rules/counts.ts";
import { planTitle } from "../rules/sheet-plans.ts";
import styles from "./month-counts.module.css";

/** How many planned doses were given, weren't, or aren't recorded: by medicine and week, without a score. */
export function MonthCounts({ month: { sheet, days, plans } }: { month: DoseMonth }) {
  const counted = countDoses(sheet.rows, days);
  if (counted.length === 0) return null;
  return (
    <Section title={MONTH_WORDS.counts} isApart>
      <Soft>{MONTH_WORDS.countsHint}</Soft>
      <ul className={styles.plans}>
        {counted.map(({ planId, total, weeks }) => (
          <li key={planId}>
            <details className={styles.plan}>
              <summary className={styles.total}>
                <b>{planTitle(plans.get(planId)!)}</b>: {countWords(total)}
              </summary>
              <ul className={styles.weeks}>
                {weeks.map(({ firstDay, lastDay, counts }) => (
                  <li key={firstDay}>
                    {firstDay === lastDay
                      ? shortDay(firstDay)
                      : `${shortDay(firstDay)} – ${shortDay(lastDay)}`}
                    : {countWords(counts)}
                  </li>
                ))}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Section>
  );
}
