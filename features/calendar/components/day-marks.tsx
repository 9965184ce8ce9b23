import type { Task } from "../../../lib/api.ts";
import type { PlacedTask } from "../rules.ts";
import styles from "./day-marks.module.css";
import { getColour } from "./task-colours.tsx";

/** The most marks under a day's number; a count follows for the others. */
const MAX_MARKS = 4;

/** A mark for each task of a day, with the icon of its colour; the day's button has the number of tasks. */
export function DayMarks({ placed }: { placed: readonly PlacedTask<Task>[] }) {
  const shown = placed.length > MAX_MARKS ? placed.slice(0, MAX_MARKS - 1) : placed;
  const more = placed.length - shown.length;
  return (
    <span className={styles.marks} aria-hidden="true">
      {shown.map(({ task, isGhost, colour }) => (
        <span key={`${task._id} ${isGhost}`} className={styles.mark} data-colour={colour}>
          {getColour(colour).icon}
        </span>
      ))}
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  );
}
