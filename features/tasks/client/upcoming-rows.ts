import type { Task } from "../../../lib/api.ts";
import { getRepetition } from "../rules/repeated.ts";
import { getTaskPlaces, listDate } from "../rules/states.ts";
import type { PlacedRow } from "./task-sections.ts";

/** A row of the upcoming tasks; `count` is the number of tasks it represents, null while that is unknown. */
export type UpcomingRow = PlacedRow & { count: number | null };

type Upcoming = {
  /** The rows of the section among the loaded tasks, ghosts included. */
  placed: readonly PlacedRow[];
  /** All loaded tasks, with changes that the server doesn't know yet. */
  loaded: readonly Task[];
  /** The rows of the server, each the next task of a repetition. */
  rows: readonly { task: Task; count: number }[];
  now: number;
};

/** The rows of upcoming tasks by date, each repetition once, with its next task. */
export function getUpcomingRows({ placed, loaded, rows, now }: Upcoming): UpcomingRow[] {
  const isLoaded = new Set(loaded.map(({ _id }) => _id));
  const isUpcoming = (task: Task) => getTaskPlaces(task, now)[0]!.section === "upcoming";
  const further = rows.map(({ task }) => task).filter((task) => !isLoaded.has(task._id) && isUpcoming(task));
  const known = [...placed.filter(({ isGhost }) => !isGhost).map(({ task }) => task), ...further];
  const byDate = (a: Task, b: Task) => (listDate(a) === listDate(b) ? 0 : listDate(a) - listDate(b));

  const counts = new Map(rows.map(({ task, count }) => [getRowKey(task), count]));
  const next = new Map<string, UpcomingRow>();
  for (const task of known.sort(byDate)) {
    const key = getRowKey(task);
    if (!next.has(key)) next.set(key, { task, isGhost: false, count: counts.get(key) ?? null });
  }
  const ghosts = placed.filter(({ isGhost }) => isGhost).map((row) => ({ ...row, count: null }));
  return [...next.values(), ...ghosts].sort((a, b) => byDate(a.task, b.task));
}

const getRowKey = (task: Task): string => `${task.diaryId} ${getRepetition(task) ?? task._id}`;
