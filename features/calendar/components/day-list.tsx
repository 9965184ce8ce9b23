import type { ReactNode } from "react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { useProgressiveRendering } from "../../../ui/use-progressive-rendering.ts";
import type { PlacedTask } from "../rules.ts";
import styles from "./day-list.module.css";

/** Renders a task with its actions; supplied by the room of tasks. */
export type RenderTask = (placed: PlacedTask<Task>) => ReactNode;

type DayListProps = { placed: readonly PlacedTask<Task>[]; renderTask: RenderTask };

/** All tasks of a day: daily ones after others, finished ones last. */
export function DayList({ placed, renderTask }: DayListProps) {
  const renderedCount = useProgressiveRendering(placed.length);
  if (placed.length === 0) return <p className={styles.empty}>{t("calendar.noneOnDay")}</p>;
  return (
    <List gap="xs" hasMenus className={styles.list}>
      {placed.slice(0, renderedCount).map((one) => renderTask(one))}
    </List>
  );
}
