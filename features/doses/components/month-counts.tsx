import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import type { DoseMonth } from "../client/use-dose-month.ts";
import { countDoses, countWords, type WeekCounts } from "../rules/counts.ts";
import { planTitle } from "../rules/sheet-plans.ts";
import styles from "./month-counts.module.css";

/** How many planned doses were given, weren't, or aren't recorded: by medicine and week, without a score. */
export function MonthCounts({ month: { sheet, days, plans } }: { month: DoseMonth }) {
  const counted = countDoses(sheet.rows, days);
  if (counted.length === 0) return null;
  return (
    <Section title={t("dosemonth.counts")} isApart>
      <Soft>{t("dosemonth.countsHint")}</Soft>
      <ul className={styles.plans}>
        {counted.map(({ planId, total, weeks }) => (
          <li key={planId} className={styles.plan}>
            <p className={styles.total}>
              <Rich
                text="dosemonth.countsOf"
                values={{
                  b: (medicine) => <b>{medicine}</b>,
                  medicine: planTitle(plans.get(planId)!),
                  counts: countWords(total),
                }}
              />
            </p>
            <ul className={styles.weeks}>
              {weeks.map((week) => (
                <Week key={week.firstDay} week={week} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** A week: its days, and a dot that is full when all doses were given. */
function Week({ week: { firstDay, lastDay, counts } }: { week: WeekCounts }) {
  const isOneDay = firstDay === lastDay;
  const from = shortDay(firstDay);
  const words = isOneDay
    ? t("dosemonth.weekOfDay", { day: from, counts: countWords(counts) })
    : t("dosemonth.week", { from, until: shortDay(lastDay), counts: countWords(counts) });
  const toNumber = (day: string) => Number(day.slice(8));
  return (
    <li title={words} className={styles.week}>
      <span className="visually-hidden">{words}</span>
      <span aria-hidden="true" className={styles.days}>
        {isOneDay ? toNumber(firstDay) : `${toNumber(firstDay)}–${toNumber(lastDay)}`}
      </span>
      {counts.due > 0 && (
        <span aria-hidden="true" className={styles.dot} data-full={counts.given === counts.due || undefined}>
          {counts.given}/{counts.due}
        </span>
      )}
    </li>
  );
}
