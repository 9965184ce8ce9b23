import { useEffect, useRef } from "react";
import { listDaysFrom } from "../../../lib/dates/weeks.ts";
import { longDay, shortWeekday } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { joinClassNames } from "../../../ui/class-names.ts";
import { formatAmount } from "../../plans/rules/amount-words.ts";
import type { DoseMonth, MonthPlan } from "../client/use-dose-month.ts";
import type { SheetNames } from "../rules/cell-words.ts";
import type { SheetCell, SheetRow } from "../rules/month.ts";
import { planTitle } from "../rules/sheet-plans.ts";
import { MonthCell } from "./month-cell.tsx";
import styles from "./month-grid.module.css";

type MonthGridProps = {
  month: DoseMonth;
  /** The notebook's day. */
  today: string;
  /** Opens a planned dose that has an entry. */
  onOpen: (row: SheetRow, cell: SheetCell) => void;
};

/** The month as on paper: a row for each medicine and time, a column for each day. Its first column stays in sight. */
export function MonthGrid({ month: { sheet, days, names, plans }, today, onOpen }: MonthGridProps) {
  const frame = useRef<HTMLElement>(null);
  const columns = listDaysFrom(days.from, days.to);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another month begins at its own place
  useEffect(() => {
    const mark = frame.current?.querySelector<HTMLElement>("[aria-current='date']");
    // Today and the days before it are in view.
    if (mark && frame.current)
      frame.current.scrollLeft = mark.offsetLeft + mark.offsetWidth - frame.current.clientWidth;
  }, [days.from]);

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it with the arrow keys
    <section ref={frame} className={styles.frame} aria-label={t("dosemonth.grid")} tabIndex={0}>
      <table className={styles.grid}>
        <thead>
          <tr>
            <th scope="col" className={styles.head}>
              {t("dosemonth.medicine")}
            </th>
            {columns.map((day) => (
              <th
                key={day}
                scope="col"
                className={joinClassNames(styles.day, day === today && styles.today)}
                aria-current={day === today ? "date" : undefined}
              >
                <span aria-hidden="true">
                  {shortWeekday(day).slice(0, 2)}
                  <br />
                  {Number(day.slice(8))}
                </span>
                <span className="visually-hidden">{longDay(day)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sheet.rows.map((row) => (
            <GridRow
              key={row.key}
              row={row}
              plan={plans.get(row.planId)!}
              columns={columns}
              names={names}
              today={today}
              onOpen={onOpen}
            />
          ))}
        </tbody>
      </table>
    </section>
  );
}

type GridRowProps = Pick<MonthGridProps, "today" | "onOpen"> & {
  row: SheetRow;
  plan: MonthPlan;
  columns: readonly string[];
  names: SheetNames;
};

function GridRow({ row, plan, columns, names, today, onOpen }: GridRowProps) {
  const values = { time: row.time, amount: formatAmount(row.amount, plan.doseUnit) };
  return (
    <tr>
      <th scope="row" className={styles.head}>
        <span className={styles.name}>{planTitle(plan)}</span>
        <span className={styles.time}>
          {row.timeZone === names.timeZone
            ? t("dosemonth.rowTime", values)
            : t("dosemonth.rowTimeIn", { ...values, zone: row.timeZone })}
        </span>
      </th>
      {columns.map((day) => (
        <MonthCell
          key={day}
          cell={row.cells.get(day)}
          names={names}
          isToday={day === today}
          onOpen={(cell) => onOpen(row, cell)}
        />
      ))}
    </tr>
  );
}
