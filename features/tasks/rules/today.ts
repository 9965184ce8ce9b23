import { isForReader } from "./due.ts";
import { getRepetition, type Repeated } from "./repeated.ts";
import { getTaskPlaces, isFinished, listDate, listDay, type TaskTimes } from "./states.ts";

type Listed = TaskTimes & Repeated & { assignedTo: string | null; canSetStatus: boolean };

/** One row of the list: a task, and how many others of the same repetition it represents. */
export type TodayRow<Task> = { task: Task; others: number };

/** The tasks on home that need the user. */
export type Today<Task> = {
  /** The latest task of each repetition, the longest overdue first. */
  overdue: TodayRow<Task>[];
  /** In the order of their time, those without an hour last. */
  today: TodayRow<Task>[];
  /** The next task of each repetition. */
  next: TodayRow<Task>[];
  /** How many overdue tasks and today's tasks are other people's. */
  ofOthers: number;
};

/** The moment (epoch ms) of a timed task; null for a whole-day task. */
export const getHour = (task: TaskTimes): number | null =>
  task.dateOnly ? null : (task.scheduledDate ?? task.dueDate);

/** The tasks of a list that are `userId`'s to do at a moment (`isForReader`), and how many of today's are others'. */
export function getToday<Task extends Listed>(
  tasks: readonly Task[],
  userId: string,
  now: number,
): Today<Task> {
  const overdue: Task[] = [];
  const today: Task[] = [];
  const next: Task[] = [];
  let ofOthers = 0;
  for (const task of tasks) {
    if (isFinished(task) || !task.canSetStatus) continue;
    const { section } = getTaskPlaces(task, now)[0]!;
    const isOfOthers = !isForReader(task, userId);
    if (section === "overdue") isOfOthers ? ofOthers++ : overdue.push(task);
    else if (section === "today") isOfOthers ? ofOthers++ : today.push(task);
    // A task without a day isn't to come on any.
    else if (section === "upcoming" && !isOfOthers && listDay(task) !== null) next.push(task);
  }
  const hour = (task: Task) => getHour(task) ?? Number.POSITIVE_INFINITY;
  const by = (time: (task: Task) => number) => (a: Task, b: Task) =>
    time(a) === time(b) ? a.title.localeCompare(b.title) : time(a) - time(b);
  return {
    overdue: onePerRepetition(overdue.sort(by(listDate)).reverse()).reverse(),
    today: today.sort(by(hour)).map((task) => ({ task, others: 0 })),
    next: onePerRepetition(next.sort(by(listDate))),
    ofOthers,
  };
}

/** The first task of each repetition, in the given order, with the number of further ones. */
function onePerRepetition<Task extends Repeated>(tasks: readonly Task[]): TodayRow<Task>[] {
  const rows: TodayRow<Task>[] = [];
  const byRepetition = new Map<string, TodayRow<Task>>();
  for (const task of tasks) {
    const repetition = getRepetition(task);
    const known = repetition === null ? undefined : byRepetition.get(repetition);
    if (known) {
      known.others++;
      continue;
    }
    const row = { task, others: 0 };
    rows.push(row);
    if (repetition !== null) byRepetition.set(repetition, row);
  }
  return rows;
}
