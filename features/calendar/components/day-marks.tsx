import type { Task } from "../../../lib/api.ts";
import type { PlacedTask } from "../rules.ts";
import styles from "./day-marks.module.css";
import { ColourDot, countByKind } from "./task-colours.tsx";

/**
 * A dot with a count for each colour of a day's tasks, for cells that are too narrow for text. Dots also differ in
 * shape; the day's button has the words.
 */
export const DayMarks = ({ placed }: { placed: readonly PlacedTask<Task>[] }) => (
  <span className={styles.marks} aria-hidden="true">
    {countByKind(placed).map(({ colour, kind, count }) => (
      <span key={kind} className={styles.mark} data-colour={colour}>
        <ColourDot />
        {count}
      </span>
    ))}
  </span>
);
