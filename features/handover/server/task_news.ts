import { getShownName } from "../../../server/db/names.ts";
import type { Event, Subjects } from "../../updates/server/public.ts";
import type { Handover, TASK_NEWS } from "../schema.ts";
import { listOf, newestFirst, type Picked } from "./picked.ts";

type News = (typeof TASK_NEWS)[number];
type PickedTasks = {
  completions: readonly Picked<Event>[];
  given: readonly Picked<Event>[];
  written: readonly Picked<Event>[];
  changed: readonly Picked<Event & { isCancelled?: boolean }>[];
  programs: readonly Picked<Event>[];
};

/** What happened to tasks, each told once: that it was done, else that the reader was given it, that it is new or changed. */
export function taskNews(
  { completions, given, written, changed, programs }: PickedTasks,
  subjects: Subjects,
): Pick<Handover, "tasks" | "programs"> {
  const told = new Map<string, { event: Picked<Event>; news: News; told: string[] }>();
  const tell = (news: News, events: readonly Picked<Event>[]) => {
    for (const event of events) {
      const before = told.get(event.id);
      // What one line says counts as shown with everything that it stands for.
      if (before) before.told.push(event.key);
      else told.set(event.id, { event, news, told: [] });
    }
  };
  tell("done", completions);
  tell("given", given);
  tell("new", written);
  for (const event of changed) tell(event.isCancelled ? "cancelled" : "changed", [event]);
  const tasks = listOf([...told.values()].sort((a, b) => newestFirst(a.event, b.event)));
  const started = listOf(programs);
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
