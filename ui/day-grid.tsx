import type { ReactNode } from "react";
import { listWeeksFrom } from "../lib/dates/weeks.ts";
import styles from "./day-grid.module.css";
import { WeekdayRow } from "./weekday-row.tsx";

type DayGridProps = {
  /** The table's name, for screen readers. */
  caption: string;
  /** The first and the last day; the other days of their weeks stay empty. */
  fromDay: string;
  toDay: string;
  today: string;
  /** The content of a day. */
  children: (day: string) => ReactNode;
};

/** Days as a table with a row for each week: a picture of marks that is a table to screen readers as well. */
export function DayGrid({ caption, fromDay, toDay, today, children }: DayGridProps) {
  const weeks = listWeeksFrom(fromDay, toDay);
  return (
    <table className={styles.grid}>
      <caption className="visually-hidden">{caption}</caption>
      <WeekdayRow week={weeks[0]!} />
      <tbody>
        {weeks.map((days) => (
          <tr key={days[0]}>
            {days.map((day) =>
              day < fromDay || day > toDay ? (
                <td key={day} className={styles.outside} />
              ) : (
                <td key={day} className={styles.day} data-today={day === today || undefined} data-date={day}>
                  {children(day)}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
