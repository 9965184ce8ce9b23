import { Checkbox } from "@mantine/core";
import { IconCircleX } from "@tabler/icons-react";
import { memo } from "react";
import type { ProgramTask } from "../../../lib/api.ts";
import { STATUS_LABELS } from "../../../lib/task-states.ts";
import { clockInZone } from "../../../lib/zone-day.ts";
import { isOverdue } from "./day-groups.ts";
import styles from "./program-tasks.module.css";

type ProgramTaskRowProps = {
  task: ProgramTask;
  timeZone: string;
  now: number;
  /** Whether the reader may say that it is done. */
  mayDo: boolean;
  /** Completes it, or takes that back. */
  onDone: (task: ProgramTask) => void;
};

/** One task of a program: what, when, by whom, and how it stands. */
export const ProgramTaskRow = memo(function ProgramTaskRow(props: ProgramTaskRowProps) {
  const { task, timeZone, now, mayDo, onDone } = props;
  const { title, status } = task;
  const clock = task.scheduledDate === null ? "00:00" : clockInZone(task.scheduledDate, timeZone);
  const isLate = isOverdue(task, now);
  const facts = (
    <span className={styles.meta}>
      {clock !== "00:00" && <span>{clock}</span>}
      <span>{task.assigneeName || (task.assignedTo ? "Unknown" : "Unassigned")}</span>
      <span className={isLate ? styles.late : undefined}>{isLate ? "Overdue" : STATUS_LABELS[status]}</span>
    </span>
  );
  if (status === "cancelled") {
    return (
      <li className={`${styles.task} ${styles.gone}`}>
        <IconCircleX size={24} aria-hidden="true" />
        <div>
          <span className={styles.name}>{title}</span>
          {facts}
        </div>
      </li>
    );
  }
  return (
    <li className={styles.task}>
      <Checkbox
        label={<span className={styles.name}>{title}</span>}
        description={facts}
        checked={status === "completed"}
        disabled={!mayDo}
        onChange={() => onDone(task)}
      />
    </li>
  );
});
