import { Button } from "@mantine/core";
import { usePaginatedQuery } from "convex/react";
import { type ReactNode, useEffect, useMemo, useState } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { List } from "../../../ui/list.tsx";
import { useGradually } from "../../../ui/use-gradually.ts";
import { type PlacedRow, sectionsOf } from "../client/task-sections.ts";
import type { TaskFilter } from "../rules/filters.ts";
import type { TaskSection } from "../rules/states.ts";
import styles from "./section-rows.module.css";

/** How many more tasks a press shows. */
const TASKS_A_PAGE = 50;
const MAX_A_PAGE = 100;

type SectionRowsProps = {
  section: TaskSection;
  /** Those of the section that are here at once. */
  placed: PlacedRow[];
  /** How many it holds altogether. */
  count: number;
  whose: { filter: TaskFilter; diaryId?: string };
  /** The moment as of which further ones are asked for, epoch ms. */
  at: number;
  row: (task: Task, isGhost: boolean) => ReactNode;
};

/** The rows of a section by date, and a button for more as long as there are more. */
export function SectionRows({ section, placed, count, whose, at, row }: SectionRowsProps) {
  const [goesOn, setGoesOn] = useState(false);
  // The moment stays what it was when further ones were asked for first: a new one would begin the list anew.
  const [from] = useState(at);
  const args = useMemo(() => ({ ...whose, section, at: from }), [whose, section, from]);
  const first = Math.min(placed.length + TASKS_A_PAGE, MAX_A_PAGE);
  const { results, status, loadMore } = usePaginatedQuery(api.tasks.pageMyTasks, goesOn ? args : "skip", {
    initialNumItems: first,
  });
  const rows = useMemo(() => withMore(placed, results, section, from), [placed, results, section, from]);
  const drawn = useGradually(rows.length);
  // The first pages may hold only what is here already.
  const hasNothingNew = goesOn && status === "CanLoadMore" && rows.length === placed.length;
  useEffect(() => {
    if (hasNothingNew) loadMore(TASKS_A_PAGE);
  }, [hasNothingNew, loadMore]);
  const isPast = section !== "today" && section !== "upcoming";
  const isLoading = goesOn && (status === "LoadingFirstPage" || status === "LoadingMore");
  const hasMore = goesOn ? status !== "Exhausted" : count > placed.length;
  const more = hasMore && (
    <Button
      variant="default"
      className={`${styles.more} no-print`}
      loading={isLoading}
      onClick={() => (goesOn ? loadMore(TASKS_A_PAGE) : setGoesOn(true))}
    >
      {isPast ? "Show earlier ones" : "Show more"}
    </Button>
  );
  return (
    <>
      {isPast && more}
      <List gap="xs" hasMenus>
        {rows.slice(0, drawn).map(({ task, isGhost }) => row(task, isGhost))}
      </List>
      {!isPast && more}
    </>
  );
}

/** The rows that are here with those of further pages, by date, each once. */
function withMore(placed: PlacedRow[], more: Task[], section: TaskSection, now: number): PlacedRow[] {
  if (more.length === 0) return placed;
  const here = new Set(placed.map(({ task }) => task._id));
  const ghosts = placed.filter(({ isGhost }) => isGhost).map(({ task }) => task);
  const isGhost = new Set(ghosts.map(({ _id }) => _id));
  const tasks = [...placed.map(({ task }) => task), ...more.filter(({ _id }) => !here.has(_id))];
  return sectionsOf(tasks, now)[section].filter((one) => one.isGhost === isGhost.has(one.task._id));
}
