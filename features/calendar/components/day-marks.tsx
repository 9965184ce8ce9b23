import { IconStethoscope } from "@tabler/icons-react";
import type { Task } from "../../../lib/api.ts";
import type { PlacedTask } from "../rules.ts";
import styles from "./day-marks.module.css";
import { ColourDot, countByKind } from "./task-colours.tsx";

type DayMarksProps = { placed: readonly PlacedTask<Task>[]; appointments: number };

/**
 * The number of appointments, and a dot with a count for each colour of a day's tasks, for cells that are too narrow for text. Dots also differ in
 * shape; the day's button has the words.
 */
export const DayMarks = ({ placed, appointments }: DayMarksProps) => (
  <span className={styles.marks} aria-hidden="true">
    {appointments > 0 && (
      <span className={styles.mark}>
        <IconStethoscope size={14} />
        {appointments}
      </span>
    )}
    {countByKind(placed).map(({ colour, kind, count }) => (
      <span key={kind} className={styles.mark} data-colour={colour}>
        <ColourDot />
        {count}
      </span>
    ))}
  </span>
);
