import { ActionIcon } from "@mantine/core";
import {
  IconAlertTriangle,
  IconClockOff,
  IconPlayerPause,
  IconPlayerTrackNext,
  IconSun,
  IconSunOff,
} from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
import { t } from "../../../lib/words/t.ts";
import { PlainLink } from "../../../ui/plain-link.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { WaitingMark } from "../../../ui/waiting-mark.tsx";
import { describeFrequency } from "../client/frequency-words.ts";
import type { TaskDialogName } from "../client/task-dialog-name.ts";
import { describeRowDate, describeTaskDate } from "../client/task-words.ts";
import type { TaskWrites } from "../client/use-task-writes.ts";
import { getLateness } from "../rules/due.ts";
import {
  displayState,
  isAddedToToday,
  isEarly,
  isExpired,
  isFinished,
  isPaused,
  type TaskColour,
} from "../rules/states.ts";
import { TaskMenu } from "./task-menu.tsx";
import { TaskCheck, TaskHead, TaskTitle } from "./task-parts.tsx";
import styles from "./task-row.module.css";

type TaskRowProps = {
  task: Task;
  now: number;
  writes: TaskWrites;
  onOpen: (dialog: TaskDialogName, task: Task) => void;
  /** A ghost copy, in the section or on the day of the task's own date. */
  isGhost?: boolean;
  /** Whether older unfinished tasks of the same kind can be skipped. */
  canSkip?: boolean;
  /** How many upcoming tasks of its repetition the row represents, with a link to all of them. */
  toCome?: number | null;
  /** False in a list of a single notebook. */
  showsNotebook?: boolean;
  /** Its calendar colour, shown as icon and label in place of the list's own state. */
  colour?: TaskColour;
  mark?: ReactNode;
  /** Further states of the task, below its facts. */
  state?: ReactNode;
};

/** One task of a list: checkbox, title, dates, assignee, and actions. */
export const TaskRow = memo(function TaskRow(props: TaskRowProps) {
  const { task, now, writes, onOpen, isGhost = false, canSkip = false, showsNotebook = true } = props;
  const { colour, mark, state: more, toCome = null } = props;
  const state = displayState(task, now);
  const isDone = isFinished(task);
  const isToday = isAddedToToday(task, now);
  const [isMenuOpen, setIsMenuOpen] = useState(false);
  return (
    <li
      className={styles.row}
      data-state={state}
      data-ghost={isGhost || undefined}
      data-today={isToday || undefined}
      data-task={task._id}
      data-open={isMenuOpen || undefined}
      data-colour={colour}
    >
      <TaskCheck
        title={task.title}
        checked={task.status === "completed"}
        isDisabled={!task.canSetStatus}
        onToggle={() => {
          // Completing tomorrow's task instead of today's would be noticed too late.
          if (isEarly(task, now)) onOpen("early", task);
          else writes.setStatus(task, task.status === "completed" ? "pending" : "completed");
        }}
      />
      <div className={styles.body}>
        <div className={styles.head}>
          <TaskHead time={<TaskTime task={task} now={now} />}>
            <TaskTitle title={task.title} className={styles.title} onOpen={() => onOpen("details", task)} />
          </TaskHead>
        </div>
        {task.description && <p className={styles.description}>{task.description}</p>}
        <TaskMeta
          task={task}
          now={now}
          isGhost={isGhost}
          showsNotebook={showsNotebook}
          isUnlinked={(toCome ?? 0) > 1 || (canSkip && task.canPlan)}
          mark={mark}
        >
          {toCome !== null && toCome > 1 && (
            <PlainLink href={`/tasks/repeated/${task._id}`} className={styles.link}>
              <Rich text="tasks.toCome" values={{ count: toCome, title: task.title }} />
            </PlainLink>
          )}
        </TaskMeta>
        {more && <div className={styles.state}>{more}</div>}
        {canSkip && task.canPlan && (
          <button type="button" className={styles.skip} onClick={() => writes.skip(task)}>
            <IconPlayerTrackNext size={18} aria-hidden="true" />
            <Rich text="tasks.skip" values={{ title: task.title }} />
          </button>
        )}
      </div>
      <div className={`${styles.buttons} no-print`}>
        {task.canPlan && !isDone && (
          <ActionIcon
            variant="subtle"
            size={44}
            className={styles.sun}
            aria-label={
              isToday
                ? t("tasks.removeFromTodayNamed", { title: task.title })
                : t("tasks.addToTodayNamed", { title: task.title })
            }
            title={isToday ? t("tasks.removeFromToday") : t("tasks.addToToday")}
            onClick={() => writes.toggleToday(task)}
          >
            {isToday ? <IconSunOff aria-hidden="true" /> : <IconSun aria-hidden="true" />}
          </ActionIcon>
        )}
        <TaskMenu
          task={task}
          isToday={isToday}
          writes={writes}
          onOpen={onOpen}
          isOpen={isMenuOpen}
          onToggle={setIsMenuOpen}
        />
      </div>
    </li>
  );
});

const getSubject = (task: Task) => task.diarySubject.trim() || t("shared.unknownSubject");

/** The link to the task's note, else to its notebook (care core 2). */
function TaskLink({ task }: { task: Task }) {
  const noteId = task.noteShortId ?? task.noteId;
  const notebook = `/care/${task.diaryShortId || task.diaryId}`;
  return (
    <PlainLink href={noteId ? `${notebook}/note/${noteId}` : notebook} className={styles.link}>
      <Rich
        text={noteId ? "tasks.linkToNote" : "tasks.linkToNotebook"}
        values={{ subject: getSubject(task), title: task.title }}
      />
    </PlainLink>
  );
}

/** The dates of a task, of near days in short; the exact moment on hover. */
function TaskTime({ task, now, isFull = false }: { task: Task; now: number; isFull?: boolean }) {
  const date = isFull ? describeTaskDate(task, now) : describeRowDate(task, now);
  const at = task.scheduledDate ?? task.dueDate;
  if (date === null || at === null) return null;
  return (
    <time dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
      {date}
    </time>
  );
}

type TaskMetaProps = {
  task: Task;
  now: number;
  isGhost?: boolean;
  showsNotebook: boolean;
  /** Whether the notebook is no link, since another target of 44 px is in the line above or below. */
  isUnlinked?: boolean;
  /** Whether it begins with the dates, where no title is next to them. */
  showsDate?: boolean;
  mark?: ReactNode;
  /** Further facts. */
  children?: ReactNode;
};

/** A task's state and assignee, how often it is done, and the program or notebook it belongs to. */
export function TaskMeta(props: TaskMetaProps) {
  const { task, now, isGhost = false, showsNotebook, isUnlinked = false, showsDate = false } = props;
  const { mark, children } = props;
  const lateness = getLateness(task, now);
  const isOver = isExpired(task, now);
  const frequency = describeFrequency(task);
  return (
    <p className={styles.meta}>
      {mark}
      {showsDate && <TaskTime task={task} now={now} isFull />}
      {isPaused(task) && (
        <span className={styles.mark}>
          <IconPlayerPause size={18} aria-hidden="true" />
          {t("tasks.paused")}
        </span>
      )}
      {!mark && (lateness || isOver) && (
        <span className={`${styles.mark} ${styles.late}`}>
          {lateness ? (
            <IconAlertTriangle size={18} aria-hidden="true" />
          ) : (
            <IconClockOff size={18} aria-hidden="true" />
          )}
          {lateness ? t("taskwords.lateness", { lateness }) : t("tasks.expired")}
        </span>
      )}
      {(task.status === "in_progress" || task.status === "cancelled") && (
        <span className={styles.status}>{t("taskwords.status", { status: task.status })}</span>
      )}
      {!mark && isGhost && (
        <span className={styles.mark}>
          <IconSun size={18} aria-hidden="true" />
          {t("tasks.addedToToday")}
        </span>
      )}
      <span>
        {task.assignedTo === null ? t("tasks.unassigned") : task.assigneeName?.trim() || t("shared.unknown")}
      </span>
      {task.status === "completed" && task.completedByName !== null && (
        <span>{t("tasks.doneBy", { name: task.completedByName.trim() || t("shared.unknown") })}</span>
      )}
      {frequency && <span>{frequency}</span>}
      <WaitingMark subject={task._id} />
      {children}
      {task.programInfo && <span>{task.programInfo.programName || t("shared.unknown")}</span>}
      {showsNotebook && (isUnlinked ? <span>{getSubject(task)}</span> : <TaskLink task={task} />)}
    </p>
  );
}
