import { Checkbox } from "@mantine/core";
import { IconCircleX } from "@tabler/icons-react";
import { memo } from "react";
import type { ProgramTask } from "../../../../lib/api.ts";
import { toClockInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { getLateness } from "../../../tasks/rules/due.ts";
import { isExpired } from "../../../tasks/rules/states.ts";
import styles from "./program-tasks.module.css";

type ProgramTaskRowProps = {
  task: ProgramTask;
  timeZone: string;
  /** The program's current time, epoch ms: it stops while the program is paused. */
  now: number;
  /** Whether it shows the description; only on its own day, to keep long lists short. */
  showsDescription: boolean;
  /** Whether the reader may complete it. */
  mayDo: boolean;
  /** Completes or reopens it. */
  onDone: (task: ProgramTask) => void;
};

/** One task of a program: title, time, assignee, and status. */
export const ProgramTaskRow = memo(function ProgramTaskRow(props: ProgramTaskRowProps) {
  const { task, timeZone, now, showsDescription, mayDo, onDone } = props;
  const { title, status } = task;
  const clock =
    task.dateOnly || task.scheduledDate === null ? null : toClockInZone(task.scheduledDate, timeZone);
  const timed = { ...task, timeZone, addedToTodayAt: null, pausedSince: null };
  const lateness = getLateness(timed, now);
  const late = isExpired(timed, now)
    ? t("program.expired")
    : lateness && t("taskwords.lateness", { lateness });
  const facts = (
    <>
      {showsDescription && task.description && <span className={styles.how}>{task.description}</span>}
      <span className={styles.meta}>
        {clock && <span>{clock}</span>}
        <span>{task.assigneeName || (task.assignedTo ? t("shared.unknown") : t("program.unassigned"))}</span>
        <span className={late ? styles.late : undefined}>{late ?? t("taskwords.status", { status })}</span>
      </span>
    </>
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
