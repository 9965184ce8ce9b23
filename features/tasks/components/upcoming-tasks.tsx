import { usePaginatedQuery } from "convex/react";
import { type ReactNode, useMemo, useState } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { useProgressiveRendering } from "../../../ui/use-progressive-rendering.ts";
import type { PlacedRow } from "../client/task-sections.ts";
import { getUpcomingRows, type UpcomingRow } from "../client/upcoming-rows.ts";
import type { TaskFilter } from "../rules/filters.ts";
import { MAX_A_PAGE, TASKS_A_PAGE } from "./section-rows.tsx";

type UpcomingTasksProps = {
  /** The section's rows among the loaded tasks. */
  placed: PlacedRow[];
  /** All loaded tasks. */
  loaded: Task[];
  whose: { filter: TaskFilter; diaryId?: string };
  /** The time at which the rows are requested, epoch ms. */
  at: number;
  row: (row: UpcomingRow) => ReactNode;
};

/** The upcoming tasks by date, a repeated one as one row, with a button that loads more. */
export function UpcomingTasks({ placed, loaded, whose, at, row }: UpcomingTasksProps) {
  // The moment of the first request is kept: a new one would restart the list.
  const [from] = useState(at);
  const args = useMemo(() => ({ ...whose, at: from }), [whose, from]);
  const list = usePaginatedQuery(api.tasks.pageUpcoming, args, { initialNumItems: TASKS_A_PAGE });
  const { results } = list;
  const rows = useMemo(
    () => getUpcomingRows({ placed, loaded, rows: results, now: from }),
    [placed, loaded, results, from],
  );
  const renderedCount = useProgressiveRendering(rows.length);
  // The first rows of the server may all be among the loaded tasks: a press shows others.
  const countShown = Math.max(0, placed.length - results.length);
  return (
    <>
      <List gap="xs" hasMenus>
        {rows.slice(0, renderedCount).map(row)}
      </List>
      <MoreButton list={list} count={Math.min(countShown + TASKS_A_PAGE, MAX_A_PAGE)}>
        {t("tasks.showMore")}
      </MoreButton>
    </>
  );
}
