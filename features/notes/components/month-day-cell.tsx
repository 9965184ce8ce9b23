import { IconAlertTriangle, IconPillFilled, IconTag } from "@tabler/icons-react";
import { Link } from "@tanstack/react-router";
import type { Notebook } from "../../../lib/api.ts";
import { longDay } from "../../../lib/dates/zone-day.ts";
import { getShownId } from "../../../lib/shown-id.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { describeDay, type MonthDay } from "../client/month-days.ts";
import styles from "./month-picture.module.css";

type MonthDayCellProps = {
  notebook: Notebook;
  day: string;
  /** The day's content; undefined when it has none. */
  of: MonthDay | undefined;
  isChosen: boolean;
  onPress: () => void;
};

/** A day of a month: a link to its notes if it has any. Its label describes its marks. */
export function MonthDayCell({ notebook, day, of, isChosen, onPress }: MonthDayCellProps) {
  const number = Number(day.slice(8));
  if (!of) {
    return (
      <p className={styles.day}>
        <span aria-hidden="true">{number}</span>
        <span className="visually-hidden">{longDay(day)}</span>
      </p>
    );
  }
  const words = t("notemonth.dayIs", { day: longDay(day), words: describeDay(of) });
  const marks = (
    <>
      <span className={styles.number}>{number}</span>
      <span className={styles.marks}>
        {of.notes > 0 && <span className={styles.count}>{of.notes}</span>}
        {of.tagged > 0 && <IconTag size={18} className={styles.tag} />}
        {of.medicationLists > 0 && <IconPillFilled size={18} className={styles.pill} />}
        {of.missedTasks > 0 && <IconAlertTriangle size={18} className={styles.missed} />}
      </span>
      {of.tags.length > 0 && <span className={styles.tags}>{listNames(of.tags.map(({ tag }) => tag))}</span>}
    </>
  );
  if (of.notes === 0) {
    return (
      <div className={styles.day}>
        <span className={styles.drawn} aria-hidden="true">
          {marks}
        </span>
        <span className="visually-hidden">{words}</span>
      </div>
    );
  }
  return (
    <Link
      to="/care/$diaryId"
      params={{ diaryId: getShownId(notebook) }}
      search={{ day }}
      resetScroll={false}
      className={styles.day}
      aria-label={words}
      aria-current={isChosen ? "true" : undefined}
      data-tagged={of.tagged > 0 || undefined}
      onClick={onPress}
    >
      {marks}
    </Link>
  );
}
