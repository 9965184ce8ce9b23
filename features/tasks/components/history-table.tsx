import { shortDay } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { WideTable } from "../../../ui/wide-table.tsx";
import { describeDone, describeHour, type HistoryEntry } from "../client/history-words.ts";
import { getCalendarDay } from "../rules/states.ts";
import { HistoryMark } from "./history-mark.tsx";
import styles from "./task-history.module.css";

type HistoryTableProps = { entries: readonly HistoryEntry[]; timeZone: string };

/** A history as a table, the latest task first. */
export function HistoryTable({ entries, timeZone }: HistoryTableProps) {
  const hasHours = entries.some(({ task }) => describeHour(task, timeZone) !== "");
  return (
    <WideTable caption={t("repeated.table")}>
      <thead>
        <tr>
          <th scope="col">{t("shared.day")}</th>
          {hasHours && <th scope="col">{t("shared.time")}</th>}
          <th scope="col">{t("repeated.result")}</th>
          <th scope="col">{t("repeated.doneBy")}</th>
        </tr>
      </thead>
      <tbody>
        {[...entries].reverse().map((entry) => (
          <tr key={entry.task._id}>
            <th scope="row" className={styles.time}>
              {shortDay(getCalendarDay(entry.task)!)}
            </th>
            {hasHours && <td className={styles.time}>{describeHour(entry.task, timeZone)}</td>}
            <td>
              <span className={styles.entry}>
                <HistoryMark state={entry.state} />
                {t("repeated.state", { state: entry.state })}
              </span>
            </td>
            <td className={styles.by}>{describeDone(entry, timeZone)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
