import { useDraggable } from "@dnd-kit/core";
import { type KeyboardEvent, memo } from "react";
import type { Task } from "../../../lib/api.ts";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { getCalendarDay, isFinished } from "../../tasks/rules/states.ts";
import type { PlacedTask } from "../rules.ts";
import styles from "./task-chip.module.css";
import { describeColour, getColour } from "./task-colours.tsx";

type TaskChipProps = PlacedTask<Task> & {
  /** The day that it is shown on; null in the list of tasks without a day. */
  day: string | null;
  isHeld: boolean;
  onOpen: (day: string | null, task: Task) => void;
  onKey: (event: KeyboardEvent, task: Task, day: string | null) => void;
};

/** A task in a cell of the calendar: a click opens its day, dragging or the keyboard moves it. */
export const TaskChip = memo(function TaskChip({
  task,
  isGhost,
  colour,
  lateness,
  day,
  isHeld,
  onOpen,
  onKey,
}: TaskChipProps) {
  const id = getChipId(task, isGhost);
  const { setNodeRef, listeners, isDragging } = useDraggable({
    id,
    data: { task },
    disabled: !task.canPlan,
  });
  return (
    <button
      type="button"
      ref={setNodeRef}
      {...listeners}
      className={styles.chip}
      data-colour={colour}
      data-done={isFinished(task) || undefined}
      data-held={isHeld || undefined}
      data-dragged={isDragging || undefined}
      data-chip={id}
      aria-describedby={task.canPlan ? CHIP_HINT : undefined}
      title={task.title}
      onClick={() => onOpen(day, task)}
      onKeyDown={(event) => onKey(event, task, day)}
      // Otherwise releasing the space bar would click the button.
      onKeyUp={(event) => event.key === " " && task.canPlan && event.preventDefault()}
    >
      <ChipWords task={task} colour={colour} lateness={lateness} day={day} />
    </button>
  );
});

type ChipWordsProps = Omit<PlacedTask<Task>, "isGhost"> & { day: string | null };

/**
 * The content of a chip, also while it is dragged. The time appears only on the task's own day, not where the task was
 * moved forward to today.
 */
export function ChipWords({ task, colour, lateness, day }: ChipWordsProps) {
  const at = task.scheduledDate ?? task.dueDate;
  const time =
    task.dateOnly || at === null || getCalendarDay(task) !== day
      ? null
      : formatClockTime(at, undefined, task.timeZone);
  return (
    <>
      <span className={styles.icon}>{getColour(colour).icon}</span>
      {time && <span className={styles.time}>{time}</span>}
      <span className={styles.title}>{task.title}</span>
      <span className="visually-hidden">, {describeColour(colour, lateness)}</span>
    </>
  );
}

/** The id of the element with the keyboard instructions. */
export const CHIP_HINT = "calendar-chip-hint";

export const getChipId = (task: Task, isGhost: boolean): string => `${task._id}${isGhost ? ":ghost" : ""}`;
