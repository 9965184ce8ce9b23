import { listAppointmentEvents } from "./appointment_events.ts";
import type { CalendarEvent, EventRequest } from "./calendar_event.ts";
import { listTaskEvents } from "./task_events.ts";

/**
 * What a feed contains; another kind of event is added here. A source throws the gate's error when the person may not,
 * then there is no feed.
 */
const SOURCES: readonly ((request: EventRequest) => Promise<CalendarEvent[]>)[] = [
  listTaskEvents,
  listAppointmentEvents,
];

/** All events of a feed, in order of time. The same rows give the same order. */
export async function listEvents(request: EventRequest): Promise<CalendarEvent[]> {
  const events: CalendarEvent[] = [];
  for (const source of SOURCES) events.push(...(await source(request)));
  return events.sort((a, b) => getStart(a) - getStart(b) || (a.uid < b.uid ? -1 : 1));
}

const getStart = ({ at }: CalendarEvent) => ("day" in at ? Date.parse(at.day) : at.from);
