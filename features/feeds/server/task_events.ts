import { t } from "../../../lib/words/t.ts";
import { getCalendarDay } from "../../tasks/rules/states.ts";
import { type DatedTask, mayListTasks, readDatedTasks } from "../../tasks/server/public.ts";
import type { CalendarEvent, EventRequest } from "./calendar_event.ts";
import type { FetchedFeed } from "./data.ts";

/** More than a notebook has in four months; beyond it the tasks nearest to today are in the feed. */
const MAX_TASKS = 5_000;
const DAY_MS = 86_400_000;
/** The length of a task with a time and without an end. */
const SHORT_MS = 15 * 60_000;

/** The tasks of a feed that its person sees in the lists of tasks now. */
export async function listTaskEvents(request: EventRequest): Promise<CalendarEvent[]> {
  const { caller, db, feed, fromDay, toDay, today, baseUrl } = request;
  const access = await mayListTasks().resolve(caller, { diaryId: feed.diaryId ?? undefined });
  const tasks = await readDatedTasks(db, access, {
    onlyForReader: feed.whose === "mine",
    fromDay,
    toDay,
    around: today,
    limit: MAX_TASKS,
  });
  return tasks.map((task) => toEvent(task, feed, baseUrl));
}

/** A task as an event. */
export function toEvent(task: DatedTask, feed: FetchedFeed, baseUrl: string): CalendarEvent {
  const isDone = task.status === "completed";
  const title = feed.detail === "neutral" || task.isConfidential ? t("pushes.task") : task.title;
  // In a feed of one notebook, its name is that of the calendar.
  const namesNotebook = feed.diaryId === null && feed.detail === "titles";
  return {
    uid: `task-${task.id}@carediary`,
    at: getEventTime(task),
    summary: isDone ? `✓ ${title}` : title,
    url: `${baseUrl}/tasks?task=${task.id}`,
    about: namesNotebook ? task.diaryName : null,
    createdAt: task.createdAt,
    changedAt: Math.max(task.updatedAt, feed.changedAt, namesNotebook ? task.diaryUpdatedAt : 0),
    isOpen: !isDone,
  };
}

/** When a task is, as the calendar of the app shows it: on its day, even where it is due on a later one. */
function getEventTime(task: DatedTask): CalendarEvent["at"] {
  if (task.dateOnly) return { day: getCalendarDay(task)! };
  const { scheduledDate, dueDate } = task;
  const from = (scheduledDate ?? dueDate)!;
  const isWithinADay =
    scheduledDate !== null && dueDate !== null && dueDate > from && dueDate - from <= DAY_MS;
  return { from, to: isWithinADay ? dueDate : from + SHORT_MS };
}
