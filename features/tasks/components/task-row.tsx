import { ActionIcon, Button } from "@mantine/core";
import {
  IconAlertTriangle,
  IconCalendar,
  IconCheck,
  IconClockOff,
  IconNotebook,
  IconPlayerPause,
  IconPlayerTrackNext,
  IconRepeat,
  IconStethoscope,
  IconSun,
  IconSunOff,
  IconUser,
} from "@tabler/icons-react";
import { memo, type ReactNode, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { formatExactTime } from "../../../lib/dates/time.ts";
import { PlainLink } from "../../../ui/plain-link.tsx";
import type { TaskDialogName } from "../client/task-dialog-name.ts";
import { describeTaskDate } from "../client/task-words.ts";
import type { TaskWrites } from "../client/use-task-writes.ts";
import {
  displayState,
  isAddedToToday,
  isEarly,
  isFinished,
  isPaused,
  STATUS_LABELS,
  type TaskColour,
} from "../rules/states.ts";
import { TaskMenu } from "./task-menu.tsx";
import { TaskCheck, TaskTitle } from "./task-parts.tsx";
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
        <TaskTitle title={task.title} className={styles.title} onOpen={() => onOpen("details", task)} />
        {task.description && <p className={styles.description}>{task.description}</p>}
        <TaskMeta task={task} now={now} isGhost={isGhost} showsNotebook={showsNotebook} mark={mark}>
          {toCome !== null && toCome > 1 && (
            <PlainLink href={`/tasks/repeated/${task._id}`} className={styles.link}>
              {toCome} to come<span className="visually-hidden">: {task.title}</span>
            </PlainLink>
          )}
        </TaskMeta>
        {more && <div className={styles.state}>{more}</div>}
        {canSkip && task.canPlan && (
          <Button
            variant="default"
            className={styles.skip}
            leftSection={<IconPlayerTrackNext size={18} aria-hidden="true" />}
            onClick={() => writes.skip(task)}
          >
            Skip to current instance<span className="visually-hidden">: {task.title}</span>
          </Button>
        )}
      </div>
      <div className={`${styles.buttons} no-print`}>
        {task.canPlan && !isDone && (
          <ActionIcon
            variant="subtle"
            size={44}
            aria-label={isToday ? `Remove from today: ${task.title}` : `Add to today: ${task.title}`}
            title={isToday ? "Remove from today" : "Add to today"}
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

/** The link to the task's note, else to its notebook (care core 2). */
function TaskLink({ task }: { task: Task }) {
  const noteId = task.noteShortId ?? task.noteId;
  const notebook = `/care/${task.diaryShortId || task.diaryId}`;
  const subject = task.diarySubject.trim() || "Unknown Subject";
  return (
    <PlainLink href={noteId ? `${notebook}/note/${noteId}` : notebook} className={styles.link}>
      {subject}
      {noteId && ", note"}
      <span className="visually-hidden">: {task.title}</span>
    </PlainLink>
  );
}

type TaskMetaProps = {
  task: Task;
  now: number;
  isGhost?: boolean;
  showsNotebook: boolean;
  mark?: ReactNode;
  /** Further facts. */
  children?: ReactNode;
};

/** A task's dates, state, assignee, and the program or notebook it belongs to. */
export function TaskMeta({ task, now, isGhost = false, showsNotebook, mark, children }: TaskMetaProps) {
  const state = displayState(task, now);
  const date = describeTaskDate(task, now);
  const at = task.scheduledDate ?? task.dueDate;
  return (
    <p className={styles.meta}>
      {mark}
      {isPaused(task) && (
        <span className={styles.mark}>
          <IconPlayerPause size={18} aria-hidden="true" />
          Paused
        </span>
      )}
      {!mark && (state === "overdue" || state === "expired") && (
        <span className={`${styles.mark} ${styles.late}`}>
          {state === "overdue" ? (
            <IconAlertTriangle size={18} aria-hidden="true" />
          ) : (
            <IconClockOff size={18} aria-hidden="true" />
          )}
          {state === "overdue" ? "Overdue" : "Expired"}
        </span>
      )}
      {(task.status === "in_progress" || task.status === "cancelled") && (
        <span className={styles.status}>{STATUS_LABELS[task.status]}</span>
      )}
      {!mark && isGhost && (
        <span className={styles.mark}>
          <IconSun size={18} aria-hidden="true" />
          Added to today
        </span>
      )}
      {date !== null && at !== null && (
        <time className={styles.mark} dateTime={new Date(at).toISOString()} title={formatExactTime(at)}>
          <IconCalendar size={18} aria-hidden="true" />
          {date}
        </time>
      )}
      {task.frequency && (
        <span className={styles.mark}>
          <IconRepeat size={18} aria-hidden="true" />
          {task.frequency}
        </span>
      )}
      {children}
      <span className={styles.mark}>
        <IconUser size={18} aria-hidden="true" />
        {task.assignedTo === null ? "Unassigned" : task.assigneeName?.trim() || "Unknown"}
      </span>
      {task.status === "completed" && task.completedByName !== null && (
        <span className={styles.mark}>
          <IconCheck size={18} aria-hidden="true" />
          Done by {task.completedByName.trim() || "Unknown"}
        </span>
      )}
      {task.programInfo && (
        <span className={styles.mark}>
          <IconStethoscope size={18} aria-hidden="true" />
          {task.programInfo.programName || "Unknown"}
        </span>
      )}
      {showsNotebook && (
        <span className={styles.mark}>
          <IconNotebook size={18} aria-hidden="true" />
          <TaskLink task={task} />
        </span>
      )}
    </p>
  );
}
