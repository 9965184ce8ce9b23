import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { t } from "../../../lib/words/t.ts";
import { WideTable } from "../../../ui/wide-table.tsx";
import { type MonthDay, tagWords } from "../client/month-days.ts";
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
    <WideTable caption={t("notemonth.dayByDay", { month: caption })}>
      <thead>
        <tr>
          <th scope="col">{t("notemonth.day")}</th>
          <th scope="col">{t("notemonth.notes")}</th>
          {tag && <th scope="col">{t("notemonth.tagNamed", { tag })}</th>}
          <th scope="col">{t("notemonth.tags")}</th>
          <th scope="col">{t("notemonth.medications")}</th>
          <th scope="col">{t("notemonth.missedTasks")}</th>
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
            <td>{of.medicationLists > 0 && t("notemonth.dayLists", { count: of.medicationLists })}</td>
            <td>{of.missedTasks || ""}</td>
          </tr>
        ))}
      </tbody>
    </WideTable>
  );
}
