import ICAL from "ical.js";
import { DAY } from "../../../../lib/dates/time.ts";
import { isTimeZone } from "../../../../lib/dates/time-zones.ts";
import { addDays, toClockInZone, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { CareError } from "../../../../lib/errors.ts";
import {
  APPOINTMENT_LENGTHS,
  APPOINTMENT_MESSAGES,
  type AppointmentFields,
  computeMoments,
  findTimesProblem,
  MAX_IMPORTED,
} from "../../rules/appointments.ts";

/** An event of a calendar file, as an appointment. */
export type ImportedEvent = Pick<
  AppointmentFields,
  "title" | "allDay" | "starts" | "ends" | "timeZone" | "place"
> & {
  /** The event's own id; of a repeated one with its occurrence. */
  uid: string;
  isCalledOff: boolean;
};

/** Past events of so many days are offered, and coming ones of so many. */
const DAYS_BACK = 30;
const DAYS_AHEAD = 400;
/** So many occurrences of all repeated events are counted, from their first ones on. */
const MAX_COUNTED = 30_000;

type Around = { timeZone: string; now: number };
type Where = Around & { left: number };

/**
 * Reads the events of an iCalendar file (RFC 5545) around a moment, the earliest first, at most 400. Repeated events are
 * single ones. Times of an unknown zone and of none are by the notebook's clock.
 * @throws CareError when the text is no calendar file
 */
export function readCalendarFile(text: string, around: Around): { events: ImportedEvent[]; isCut: boolean } {
  const components = parse(text).getAllSubcomponents("vevent");
  const byUid = Map.groupBy(components, (each) => String(each.getFirstPropertyValue("uid") ?? ""));
  const where = { ...around, left: MAX_COUNTED };
  const events = [...byUid.values()].flatMap((group) => readEvent(group, where));
  const once = new Map(events.filter((each) => isNear(each, around)).map((each) => [each.uid, each]));
  const wanted = [...once.values()].sort((a, b) => (a.starts < b.starts ? -1 : 1));
  return { events: wanted.slice(0, MAX_IMPORTED), isCut: wanted.length > MAX_IMPORTED };
}

function parse(text: string): ICAL.Component {
  try {
    const parsed = ICAL.parse(text);
    const component = new ICAL.Component(parsed[0] === "vcalendar" ? parsed : parsed[0]);
    if (component.name === "vcalendar") return component;
  } catch {
    // Its own errors name lines of the file, which are no help.
  }
  throw new CareError("invalid", APPOINTMENT_MESSAGES.noCalendar, { path: "text" });
}

function isNear(event: ImportedEvent, { now }: Around): boolean {
  const { startsAt, endsAt } = computeMoments(event);
  return endsAt > now - DAYS_BACK * DAY && startsAt < now + DAYS_AHEAD * DAY;
}

/** The single events of one id: a repeated one with its exceptions, or one by itself. */
function readEvent(group: readonly ICAL.Component[], where: Where): ImportedEvent[] {
  const main = group.findLast((each) => !each.hasProperty("recurrence-id"));
  const others = group.filter((each) => each.hasProperty("recurrence-id"));
  if (!main) return others.flatMap((each) => readMoved(each, where));
  const event = new ICAL.Event(main, { exceptions: [...others] });
  if (!event.isRecurring()) return toImported(event, where);
  const found: ImportedEvent[] = [];
  const occurrences = event.iterator();
  for (; where.left > 0 && found.length <= MAX_IMPORTED; where.left--) {
    const next = occurrences.next();
    if (!next || next.toUnixTime() * 1000 > where.now + DAYS_AHEAD * DAY) break;
    const { item, startDate, endDate, recurrenceId } = event.getOccurrenceDetails(next);
    found.push(...toImported(item, where, { startDate, endDate, occurrence: recurrenceId.toString() }));
  }
  return found;
}

/** One occurrence of a repeated event that the file doesn't have as a whole. */
function readMoved(component: ICAL.Component, where: Where): ImportedEvent[] {
  const event = new ICAL.Event(component);
  const occurrence = String(component.getFirstPropertyValue("recurrence-id"));
  return toImported(event, where, { startDate: event.startDate, endDate: event.endDate, occurrence });
}

type Occurrence = { startDate: ICAL.Time; endDate: ICAL.Time; occurrence: string };

/** An event as an appointment; none where its times make no sense. */
function toImported(event: ICAL.Event, where: Where, of?: Occurrence): ImportedEvent[] {
  const { startDate = event.startDate, occurrence } = of ?? {};
  if (!startDate || !event.uid) return [];
  const endDate = of ? of.endDate : event.endDate;
  const allDay = startDate.isDate;
  const { timeZone, local: starts } = toLocalTime(startDate, event, where.timeZone);
  const end = endDate && toEnd(endDate, { allDay, timeZone });
  const times = { allDay, starts, ends: end === starts ? null : (end ?? null), timeZone };
  const read = {
    ...times,
    ...(findTimesProblem(times) && { ends: null }),
    uid: [event.uid, occurrence].filter(Boolean).join(" ").slice(0, 500),
    title: (event.summary ?? "").trim().slice(0, APPOINTMENT_LENGTHS.title),
    place: (event.location ?? "").trim().slice(0, APPOINTMENT_LENGTHS.place),
    isCalledOff: String(event.component.getFirstPropertyValue("status")).toUpperCase() === "CANCELLED",
  };
  return read.title !== "" && findTimesProblem(read) === null ? [read] : [];
}

/** A time by its own clock where that is known, else by the notebook's. */
function toLocalTime(
  time: ICAL.Time,
  event: ICAL.Event,
  notebookZone: string,
): { timeZone: string; local: string } {
  const written = time.toString();
  if (time.isDate) return { timeZone: notebookZone, local: written.slice(0, 10) };
  // The library takes a zone without rules in the file for none.
  const named = event.component.getFirstProperty("dtstart")?.getFirstParameter("tzid");
  const tzid = time.zone.tzid === "floating" && named ? named : time.zone.tzid;
  if (tzid === "floating" || (time.zone.tzid === "floating" && !isTimeZone(tzid)))
    return { timeZone: notebookZone, local: written.slice(0, 16) };
  if (tzid !== "UTC" && isTimeZone(tzid)) return { timeZone: tzid, local: written.slice(0, 16) };
  return { timeZone: notebookZone, local: formatLocal(time, notebookZone) };
}

/** The end by the clock of the beginning; the last day of whole ones, which the file's end comes after. */
function toEnd(time: ICAL.Time, { allDay, timeZone }: { allDay: boolean; timeZone: string }): string {
  if (allDay) return addDays(time.toString().slice(0, 10), -1);
  return time.zone.tzid === "floating" ? time.toString().slice(0, 16) : formatLocal(time, timeZone);
}

function formatLocal(time: ICAL.Time, timeZone: string): string {
  const at = time.toUnixTime() * 1000;
  return `${toDayInZone(at, timeZone)}T${toClockInZone(at, timeZone)}`;
}
