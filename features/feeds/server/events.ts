import type { CalendarEvent, EventRequest } from "./calendar_event.ts";
import { taskEvents } from "./task_events.ts";

/**
 * What a feed contains; another kind of event is added here. A source throws the gate's error when the person may not,
 * then there is no feed.
 */
const SOURCES: readonly ((request: EventRequest) => Promise<CalendarEvent[]>)[] = [taskEvents];

/** All events of a feed, in order of time. The same rows give the same order. */
export async function eventsOf(request: EventRequest): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  for (const source of SOURCES) events.push(...(await source(request)));
  return events.sort((a, b) => startOf(a) - startOf(b) || (a.uid < b.uid ? -1 : 1));
}

const startOf = ({ at }: CalendarEvent) => ("day" in at ? Date.parse(at.day) : at.from);
