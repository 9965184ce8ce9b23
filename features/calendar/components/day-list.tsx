import type { ReactNode } from "react";
import type { Task } from "../../../lib/api.ts";
import { List } from "../../../ui/list.tsx";
import type { PlacedTask } from "../rules.ts";
import styles from "./day-list.module.css";

/** Draws a task with all that one may do with it; the room of tasks has it. */
export type RenderTask = (placed: PlacedTask<Task>) => ReactNode;

type DayListProps = { placed: readonly PlacedTask<Task>[]; renderTask: RenderTask };

/** All tasks of a day: finished ones last, daily ones behind the others. */
export function DayList({ placed, renderTask }: DayListProps) {
  if (placed.length === 0) return <p className={styles.empty}>No tasks scheduled for this day</p>;
  return (
    <List gap="xs" hasMenus className={styles.list}>
      {placed.map((one) => renderTask(one))}
    </List>
  );
}
