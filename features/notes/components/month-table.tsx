import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { WideTable } from "../../../ui/wide-table.tsx";
import { describeMedication, type MonthDay, tagWords } from "../client/month-days.ts";
import styles from "./month-picture.module.css";

type MonthTableProps = {
  notebook: Notebook;
  caption: string;
  days: ReadonlyMap<string, MonthDay>;
  /** The chosen tag; "" without one. */
  tag: string;
  onPress: () => void;
};

/** The days of a month that have anything, as a table. */
export function MonthTable({ notebook, caption, days, tag, onPress }: MonthTableProps) {
  return (
    <WideTable caption={`${caption}, day by day`}>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">Notes</th>
          {tag && <th scope="col">{`Tag “${tag}”`}</th>}
          <th scope="col">Tags</th>
          <th scope="col">Medications</th>
          <th scope="col">Missed tasks</th>
        </tr>
      </thead>
      <tbody>
        {[...days].map(([day, of]) => (
          <tr key={day}>
            <th scope="row" className={styles.date}>
              {of.notes > 0 ? (
                <Link
                  to="/care/$diaryId"
                  params={{ diaryId: getShownId(notebook) }}
                  search={{ day }}
                  resetScroll={false}
                  className={styles.link}
                  onClick={onPress}
                >
                  {shortDay(day)}
                </Link>
              ) : (
                shortDay(day)
              )}
            </th>
            <td>{of.notes || ""}</td>
            {tag && <td>{of.tagged || ""}</td>}
            <td>{tagWords(of.tags)}</td>
            <td>{of.medicationLists > 0 && describeMedication(of.medicationLists)}</td>
            <td>{of.missedTasks || ""}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
