import { IconCircle, IconCircleCheckFilled, IconCircleDashed, IconCircleX } from "@tabler/icons-react";
import type { ProgramTask } from "../../../lib/api.ts";
import { clockInZone } from "../../../lib/zone-day.ts";
import { isOverdue } from "./day-groups.ts";
import styles from "./program-tasks.module.css";

const STATES = {
  pending: { word: "Pending", Icon: IconCircle },
  in_progress: { word: "In progress", Icon: IconCircleDashed },
  completed: { word: "Completed", Icon: IconCircleCheckFilled },
  cancelled: { word: "Cancelled", Icon: IconCircleX },
} as const;

type ProgramTaskRowProps = { task: ProgramTask; timeZone: string; now: number };

/** One task of a program: what, when, by whom, and how it stands. */
export function ProgramTaskRow({ task, timeZone, now }: ProgramTaskRowProps) {
  const { word, Icon } = STATES[task.status];
  const clock = task.scheduledDate === null ? "00:00" : clockInZone(task.scheduledDate, timeZone);
  const isLate = isOverdue(task, now);
  return (
    <li className={task.status === "cancelled" ? `${styles.task} ${styles.gone}` : styles.task}>
      <Icon size={24} aria-hidden="true" className={styles.state} />
      <div>
        <span className={styles.name}>{task.title}</span>
        <p className={styles.meta}>
          {clock !== "00:00" && <span>{clock}</span>}
          <span>{task.assigneeName || (task.assignedTo ? "Unknown" : "Unassigned")}</span>
          <span className={isLate ? styles.late : undefined}>{isLate ? "Overdue" : word}</span>
        </p>
      </div>
    </li>
  );
}
