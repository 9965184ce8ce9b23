import { shortDay } from "../../../lib/dates/zone-day.ts";
import { WideTable } from "../../../ui/wide-table.tsx";
import { describeDone, describeHour, type HistoryEntry } from "../client/history-words.ts";
import { HISTORY_LABELS } from "../rules/history.ts";
import { getCalendarDay } from "../rules/states.ts";
import { HistoryMark } from "./history-mark.tsx";
import styles from "./task-history.module.css";

type HistoryTableProps = { entries: readonly HistoryEntry[]; timeZone: string };

/** A history as a table, the latest task first. */
export function HistoryTable({ entries, timeZone }: HistoryTableProps) {
  const hasHours = entries.some(({ task }) => describeHour(task, timeZone) !== "");
  return (
    <WideTable caption="What became of each, the latest first">
      <thead>
        <tr>
          <th scope="col">Day</th>
          {hasHours && <th scope="col">Time</th>}
          <th scope="col">Result</th>
          <th scope="col">Done by</th>
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
                {HISTORY_LABELS[entry.state]}
              </span>
            </td>
            <td className={styles.by}>{describeDone(entry, timeZone)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
