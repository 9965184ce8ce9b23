import { getShownName } from "../../../server/db/names.ts";
import type { Event, Subjects } from "../../updates/server/public.ts";
import type { Handover, TASK_NEWS } from "../schema.ts";
import { compareNewestFirst, type Picked, toList } from "./picked.ts";

type News = (typeof TASK_NEWS)[number];
type PickedTasks = {
  completions: readonly Picked<Event>[];
  given: readonly Picked<Event>[];
  written: readonly Picked<Event>[];
  changed: readonly Picked<Event & { isCancelled?: boolean }>[];
  programs: readonly Picked<Event>[];
};

/** Collects the news of tasks, one per task: done, else assigned to the reader, new or changed. */
export function collectTaskNews(
  { completions, given, written, changed, programs }: PickedTasks,
  subjects: Subjects,
): Pick<Handover, "tasks" | "programs"> {
  const byTask = new Map<string, { event: Picked<Event>; news: News; told: string[] }>();
  const addNews = (news: News, events: readonly Picked<Event>[]) => {
    for (const event of events) {
      const before = byTask.get(event.id);
      // All events merged into an entry count as shown with it.
      if (before) before.told.push(event.key);
      else byTask.set(event.id, { event, news, told: [] });
    }
  };
  addNews("done", completions);
  addNews("given", given);
  addNews("new", written);
  for (const event of changed) addNews(event.isCancelled ? "cancelled" : "changed", [event]);
  const tasks = toList([...byTask.values()].sort((a, b) => compareNewestFirst(a.event, b.event)));
  const started = toList(programs);
  return {
    tasks: {
      isCut: tasks.isCut,
      shown: tasks.shown.map(({ event, news, told }) => ({
        key: event.key,
        at: event.at,
        by: getShownName(subjects.names, event.actorId),
        id: event.id,
        title: event.title ?? "",
        news,
        ...(told.length > 0 && { told }),
      })),
    },
    programs: {
      isCut: started.isCut,
      shown: started.shown.map((event) => ({
        key: event.key,
        at: event.at,
        by: getShownName(subjects.names, event.actorId),
        id: event.id,
        title: subjects.titleOf(event),
      })),
    },
  };
}
