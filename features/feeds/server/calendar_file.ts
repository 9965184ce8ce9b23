import createCalendar, {
  escape as escapeText,
  ICalAlarmRelatesTo,
  ICalAlarmType,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
} from "ical-generator";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { t } from "../../../lib/words/t.ts";
import { toOneLine } from "../rules/text.ts";
import type { CalendarEvent } from "./calendar_event.ts";

/** How often programs should fetch a feed, in seconds; few care. */
const REFRESH_SECONDS = 3_600;
/** The alarm of something for a whole day rings at eight by the clock of the device. */
const DAY_ALARM_SECONDS = 8 * 3_600;

/**
 * An iCalendar file (RFC 5545) with these events. The same events give the same bytes: nothing in it depends on the
 * present time.
 * @param name of the calendar
 * @param alarmMinutes minutes before an event at which its alarm rings, null for none
 */
export function writeCalendar(
  name: string,
  events: readonly CalendarEvent[],
  alarmMinutes: number | null,
): string {
  const calendar = createCalendar({
    // The library escapes the texts of events, not this one.
    name: escapeText(toOneLine(name) || PRODUCT_NAME, false),
    prodId: { company: "CareDiary", product: "CareDiary", language: "EN" },
    ttl: REFRESH_SECONDS,
  });
  for (const event of events) {
    const written = calendar.createEvent(toEventData(event));
    if (alarmMinutes === null || !event.isOpen) continue;
    const secondsBefore = "day" in event.at ? -DAY_ALARM_SECONDS : alarmMinutes * 60;
    // Without `relatesTo`, which only works as a call, the library counts an alarm after the start from the end.
    written
      .createAlarm({ type: ICalAlarmType.display, trigger: secondsBefore })
      .relatesTo(ICalAlarmRelatesTo.start);
  }
  return `${calendar.toString()}\r\n`;
}

function toEventData(event: CalendarEvent): ICalEventData {
  const { at, url } = event;
  const changed = new Date(event.changedAt);
  const isDay = "day" in at;
  return {
    id: event.uid,
    // Days as UTC, in which the library writes them.
    ...(isDay
      ? { start: new Date(at.day), end: new Date(addDays(at.lastDay ?? at.day, 1)), allDay: true }
      : { start: new Date(at.from), end: new Date(at.to) }),
    summary: toOneLine(event.summary) || t("pushes.task"),
    description: event.about === null ? url : `${toOneLine(event.about)}\n${url}`,
    url,
    ...(event.place && { location: toOneLine(event.place) }),
    ...(event.isCalledOff && { status: ICalEventStatus.CANCELLED }),
    // Nobody is shown as busy because of it.
    transparency: ICalEventTransparency.TRANSPARENT,
    // The last change, never the present time: a stamp that moves looks like a change of every event.
    stamp: changed,
    lastModified: changed,
    sequence: computeSequence(event),
  };
}

/**
 * The revision of an event: seconds from its creation to its last change. Some programs, such as Google's, take over a
 * change only with a higher one.
 */
const computeSequence = ({ createdAt, changedAt }: CalendarEvent): number =>
  Math.max(0, Math.floor(changedAt / 1000) - Math.floor(createdAt / 1000));
