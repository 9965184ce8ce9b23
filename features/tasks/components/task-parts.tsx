import type { ReactNode } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./task-parts.module.css";

type TaskCheckProps = { title: string; checked: boolean; isDisabled?: boolean; onToggle: () => void };

/** A task's checkbox, 44 px wide and high. */
export function TaskCheck({ title, checked, isDisabled = false, onToggle }: TaskCheckProps) {
  return (
    <label className={styles.check}>
      <input type="checkbox" checked={checked} disabled={isDisabled} onChange={onToggle} />
      <span className="visually-hidden">{t("taskwords.done", { title })}</span>
    </label>
  );
}

/** The first line of a task everywhere: its time on the left, its title on the right; who does it is below. */
export const TaskHead = ({ time, children }: { time: ReactNode; children: ReactNode }) => (
  <div className={styles.head}>
    {time && <span className={styles.time}>{time}</span>}
    {children}
  </div>
);

/** A task's title, which opens its details. */
export function TaskTitle({
  title,
  className = "",
  onOpen,
}: {
  title: string;
  className?: string;
  onOpen: () => void;
}) {
  return (
    <h3 className={`${styles.title} ${className}`}>
      <button type="button" onClick={onOpen}>
        {title}
      </button>
    </h3>
  );
}
