import { t } from "../../../lib/words/t.ts";
import { joinClassNames } from "../../../ui/class-names.ts";
import { formatCell, formatCellSentence, NOT_PLANNED, type SheetNames } from "../rules/cell-words.ts";
import type { SheetCell } from "../rules/month.ts";
import styles from "./month-grid.module.css";

/** What a cell without an entry shows. */
function formatEmpty(state: SheetCell["state"]): string {
  if (state === "due") return t("dosemonth.due");
  if (state === "late") return t("dosemonth.late");
  if (state === "not_recorded") return "–";
  return state === "claimed" ? "…" : "";
}

type MonthCellProps = {
  /** Undefined on a day without a planned dose. */
  cell: SheetCell | undefined;
  names: SheetNames;
  isToday: boolean;
  onOpen: (cell: SheetCell) => void;
};

/** A planned dose: initials or a reason's code, and its remarks; a press opens its history. */
export function MonthCell({ cell, names, isToday, onOpen }: MonthCellProps) {
  const today = isToday && styles.today;
  if (!cell)
    return (
      <td className={joinClassNames(styles.off, today)}>
        <span aria-hidden="true">{NOT_PLANNED}</span>
        <span className="visually-hidden">{t("dosecells.notPlanned")}</span>
      </td>
    );
  const { main, time, marks } = formatCell(cell, names);
  const sentence = formatCellSentence(cell, names);
  const shown = (
    <span aria-hidden="true" className={styles.shown}>
      <span className={styles.main}>{main || formatEmpty(cell.state)}</span>
      {time && <span className={styles.more}>{time}</span>}
      {marks && <span className={styles.more}>{marks}</span>}
    </span>
  );
  const hasEntry = cell.dose !== null || cell.withdrawn.length > 0;
  return (
    <td className={joinClassNames(styles[cell.state], today)}>
      {hasEntry ? (
        <button type="button" className={styles.open} title={sentence} onClick={() => onOpen(cell)}>
          {shown}
          <span className="visually-hidden">{sentence}</span>
        </button>
      ) : (
        <>
          {shown}
          <span className="visually-hidden">{sentence}</span>
        </>
      )}
    </td>
  );
}
