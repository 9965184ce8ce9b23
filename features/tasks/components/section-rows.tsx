import { Button } from "@mantine/core";
import { usePaginatedQuery } from "convex/react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { useProgressiveRendering } from "../../../ui/use-progressive-rendering.ts";
import { getSections, type PlacedRow } from "../client/task-sections.ts";
import type { TaskFilter } from "../rules/filters.ts";
import { isAhead, type TaskSection } from "../rules/states.ts";
import styles from "./section-rows.module.css";

/** How many more tasks a click shows. */
export const TASKS_A_PAGE = 50;
/** The most that one request loads (`paginationOpts.numItems`). */
export const MAX_A_PAGE = 100;

type SectionRowsProps = {
  section: TaskSection;
  /** The section's tasks that are loaded. */
  placed: PlacedRow[];
  /** The section's total. */
  count: number;
  whose: { filter: TaskFilter; diaryId?: string };
  /** The time at which further pages are requested, epoch ms. */
  at: number;
  row: (task: Task, isGhost: boolean) => ReactNode;
};

/** The rows of a section by date, with a button that loads more. */
export function SectionRows({ section, placed, count, whose, at, row }: SectionRowsProps) {
  const [goesOn, setGoesOn] = useState(false);
  // The moment of the first request is kept: a new one would restart the list.
  const [from] = useState(at);
  const args = useMemo(() => ({ ...whose, section, at: from }), [whose, section, from]);
  const first = Math.min(placed.length + TASKS_A_PAGE, MAX_A_PAGE);
  const { results, status, loadMore } = usePaginatedQuery(api.tasks.pageMyTasks, goesOn ? args : "skip", {
    initialNumItems: first,
  });
  const rows = useMemo(() => withMore(placed, results, section, from), [placed, results, section, from]);
  const renderedCount = useProgressiveRendering(rows.length);
  // The first pages may contain only tasks that are loaded already.
  const hasNothingNew = goesOn && status === "CanLoadMore" && rows.length === placed.length;
  useEffect(() => {
    if (hasNothingNew) loadMore(TASKS_A_PAGE);
  }, [hasNothingNew, loadMore]);
  const isPast = !isAhead(section);
  const isLoading = goesOn && (status === "LoadingFirstPage" || status === "LoadingMore");
  const hasMore = goesOn ? status !== "Exhausted" : count > placed.length;
  const more = hasMore && (
    <Button
      variant="default"
      className={`${styles.more} no-print`}
      loading={isLoading}
      onClick={() => (goesOn ? loadMore(TASKS_A_PAGE) : setGoesOn(true))}
    >
      {isPast ? t("tasks.showEarlier") : t("tasks.showMore")}
    </Button>
  );
  return (
    <>
      {isPast && more}
      <List gap="xs" hasMenus>
        {rows.slice(0, renderedCount).map(({ task, isGhost }) => row(task, isGhost))}
      </List>
      {!isPast && more}
    </>
  );
}

/** The loaded rows merged with further pages, by date, without duplicates. */
function withMore(placed: PlacedRow[], more: Task[], section: TaskSection, now: number): PlacedRow[] {
  if (more.length === 0) return placed;
  const here = new Set(placed.map(({ task }) => task._id));
  const ghosts = placed.filter(({ isGhost }) => isGhost).map(({ task }) => task);
  const isGhost = new Set(ghosts.map(({ _id }) => _id));
  const tasks = [...placed.map(({ task }) => task), ...more.filter(({ _id }) => !here.has(_id))];
  return getSections(tasks, now)[section].filter((one) => one.isGhost === isGhost.has(one.task._id));
}
