import { DAY, MINUTE } from "../../../lib/dates/time.ts";
import {
  addDays,
  countDaysBetween,
  getDayStart,
  isCalendarDay,
  toMomentInZone,
} from "../../../lib/dates/zone-day.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { Message } from "../../../lib/words/message.ts";

export const APPOINTMENT_STATUSES = ["planned", "confirmed", "calledOff"] as const;
export type AppointmentStatus = (typeof APPOINTMENT_STATUSES)[number];

/** Who goes with the person, who drives, and who is kept informed. */
export const APPOINTMENT_ROLES = ["goes", "drives", "told"] as const;
export type AppointmentRole = (typeof APPOINTMENT_ROLES)[number];

export const ANSWERS = ["asked", "yes", "no"] as const;
export type Answer = (typeof ANSWERS)[number];

export const APPOINTMENT_LENGTHS = {
  title: 200,
  place: 300,
  withWhom: 200,
  phone: 50,
  bring: 2000,
  name: 100,
};
/** The longest way to a place, in minutes. */
export const MAX_TRAVEL_MINUTES = 24 * 60;
/** The longest appointment: a stay in hospital. */
export const MAX_APPOINTMENT_DAYS = 60;
/** How far ahead a repeated appointment has its appointments, and how many are made at a time. */
export const SERIES_DAYS_AHEAD = 180;
export const MAX_MADE_AT_ONCE = 400;
/** The most appointments of a list, and people of one. */
export const MAX_LISTED_APPOINTMENTS = 500;
export const MAX_APPOINTMENT_PEOPLE = 30;
/** The most that one import of a calendar file takes over. */
export const MAX_IMPORTED = 400;
/** The longest calendar file, in characters. */
export const MAX_FILE_LENGTH = 500_000;

export const APPOINTMENT_MESSAGES = {
  notFound: { key: "appointmentrules.notFound" },
  titleMissing: { key: "appointmentrules.titleMissing" },
  localTime: { key: "appointmentrules.localTime" },
  timeZone: { key: "appointmentrules.timeZone" },
  endsFirst: { key: "appointmentrules.endsFirst" },
  tooLong: { key: "appointmentrules.tooLong", values: { most: MAX_APPOINTMENT_DAYS } },
  changed: { key: "appointmentrules.changed" },
  noDays: { key: "appointmentrules.noDays" },
  notRepeated: { key: "appointmentrules.notRepeated" },
  otherDays: { key: "appointmentrules.otherDays" },
  calledOff: { key: "appointmentrules.calledOff" },
  member: { key: "appointmentrules.member" },
  oneName: { key: "appointmentrules.oneName" },
  tooManyPeople: { key: "appointmentrules.tooManyPeople", values: { most: MAX_APPOINTMENT_PEOPLE } },
  noCalendar: { key: "appointmentrules.noCalendar" },
  noNote: { key: "appointmentrules.noNote" },
} as const satisfies Record<string, Message>;

/** Everything about an appointment that people type. */
export type AppointmentFields = {
  title: string;
  allDay: boolean;
  /** `YYYY-MM-DDTHH:mm` in its time zone, or `YYYY-MM-DD` of a whole day. */
  starts: string;
  /** In the same form; of whole days the last one. */
  ends: string | null;
  timeZone: string;
  place: string;
  withWhom: string;
  phone: string;
  /** What to bring along and how to prepare. */
  bring: string;
  travelMinutes: number | null;
  visibility: Visibility;
};

const LOCAL_TIME = /^\d{4}-\d{2}-\d{2}T(?:[01]\d|2[0-3]):[0-5]\d$/;

/** Whether a text is a local time, or a day where it is of whole days. */
export const isLocalTime = (text: string, allDay: boolean): boolean =>
  allDay ? isCalendarDay(text) : LOCAL_TIME.test(text) && isCalendarDay(getDay(text));

/** The day of a local time. */
export const getDay = (local: string): string => local.slice(0, 10);

/** The minutes after midnight of a local time. */
export const getMinute = (local: string): number =>
  Number(local.slice(11, 13)) * 60 + Number(local.slice(14, 16));

/** A local time, or a day where the minute is null. */
export const toLocal = (day: string, minute: number | null): string => {
  if (minute === null) return day;
  const pad = (count: number) => String(count).padStart(2, "0");
  return `${day}T${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
};

type Times = Pick<AppointmentFields, "allDay" | "starts" | "ends" | "timeZone">;

const MINUTES_OF_DAY = DAY / MINUTE;
/** How long an appointment without an end is. */
const USUAL_LENGTH = 60 * MINUTE;

/** When an appointment begins and ends, epoch ms; one of whole days ends with its last day. */
export function computeMoments({ allDay, starts, ends, timeZone }: Times): {
  startsAt: number;
  endsAt: number;
} {
  if (allDay)
    return {
      startsAt: getDayStart(starts, timeZone),
      endsAt: getDayStart(addDays(ends ?? starts, 1), timeZone),
    };
  const getMoment = (local: string) => toMomentInZone(getDay(local), getMinute(local) * MINUTE, timeZone);
  const startsAt = getMoment(starts);
  return { startsAt, endsAt: ends === null ? startsAt + USUAL_LENGTH : getMoment(ends) };
}

/** The first fault of the times of an appointment; null without one. */
export function findTimesProblem(times: Times): { path: "starts" | "ends"; message: Message } | null {
  const { allDay, starts, ends } = times;
  if (!isLocalTime(starts, allDay)) return { path: "starts", message: APPOINTMENT_MESSAGES.localTime };
  if (ends === null) return null;
  if (!isLocalTime(ends, allDay)) return { path: "ends", message: APPOINTMENT_MESSAGES.localTime };
  const { startsAt, endsAt } = computeMoments(times);
  if (endsAt <= startsAt) return { path: "ends", message: APPOINTMENT_MESSAGES.endsFirst };
  if (endsAt - startsAt > MAX_APPOINTMENT_DAYS * DAY)
    return { path: "ends", message: APPOINTMENT_MESSAGES.tooLong };
  return null;
}

/** The same appointment on another day: its times of day stay, and an end after midnight stays so. */
export function moveToDay<Moved extends Pick<AppointmentFields, "allDay" | "starts" | "ends">>(
  appointment: Moved,
  day: string,
): Moved {
  const { allDay, starts, ends } = appointment;
  const moveTime = (local: string, to: string) => toLocal(to, allDay ? null : getMinute(local));
  return {
    ...appointment,
    starts: moveTime(starts, day),
    ends: ends && moveTime(ends, addDays(day, countDaysBetween(getDay(starts), getDay(ends)))),
  };
}

/**
 * Another beginning moves the end with it, unless the end is given too: an appointment keeps its length. A change between
 * whole days and times of day removes the end.
 */
export function computeEnd(
  before: Times,
  { starts, ends, allDay = before.allDay }: { starts?: string; ends?: string | null; allDay?: boolean },
): string | null {
  if (ends !== undefined) return ends;
  if (allDay !== before.allDay) return null;
  if (starts === undefined || before.ends === null || !isLocalTime(starts, allDay)) return before.ends;
  const { starts: former, ends: end } = before;
  if (allDay) return addDays(starts, countDaysBetween(former, end));
  const minutes =
    countDaysBetween(getDay(former), getDay(end)) * MINUTES_OF_DAY +
    getMinute(end) -
    getMinute(former) +
    getMinute(starts);
  return toLocal(addDays(getDay(starts), Math.floor(minutes / MINUTES_OF_DAY)), minutes % MINUTES_OF_DAY);
}

/** Whether an appointment is at another time than before. */
export const isMoved = (before: Times, after: Times): boolean =>
  before.starts !== after.starts || before.ends !== after.ends || before.timeZone !== after.timeZone;
