import { shortDay } from "../../../lib/zone-day.ts";
import { WideTable } from "../../../ui/wide-table.tsx";
import { doneWords, type HistoryEntry, hourWords } from "../client/history-words.ts";
import { HISTORY_LABELS } from "../rules/history.ts";
import { calendarDay } from "../rules/states.ts";
import { HistoryMark } from "./history-mark.tsx";
import styles from "./task-history.module.css";

type HistoryTableProps = { entries: readonly HistoryEntry[]; timeZone: string };

/** A history as a table, the latest task first. */
export function HistoryTable({ entries, timeZone }: HistoryTableProps) {
  const hasHours = entries.some(({ task }) => hourWords(task, timeZone) !== "");
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
              {shortDay(calendarDay(entry.task)!)}
            </th>
            {hasHours && <td className={styles.time}>{hourWords(entry.task, timeZone)}</td>}
            <td>
              <span className={styles.entry}>
                <HistoryMark state={entry.state} />
                {HISTORY_LABELS[entry.state]}
              </span>
            </td>
            <td className={styles.by}>{doneWords(entry, timeZone)}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
