import { HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { addDays, toMomentInZone } from "../../../lib/dates/zone-day.ts";
import { type AppointmentFields, computeMoments, getDay } from "./appointments.ts";

/** The evening before, by the appointment's clock. */
const EVENING = 18 * HOUR;
/** So long before leaving people get ready. */
const BEFORE = 2 * HOUR;

type Reminded = Pick<AppointmentFields, "allDay" | "starts" | "ends" | "timeZone" | "travelMinutes">;

/**
 * When an appointment reminds, epoch ms, the earliest first: the evening before, two hours before leaving, and when it is
 * time to leave, where the way has a length.
 */
export function listReminderTimes(appointment: Reminded): number[] {
  const { allDay, starts, timeZone, travelMinutes } = appointment;
  const { startsAt } = computeMoments(appointment);
  const evening = toMomentInZone(addDays(getDay(starts), -1), EVENING, timeZone);
  const leaving = startsAt - (travelMinutes ?? 0) * MINUTE;
  const ofDay = allDay ? [] : [leaving - BEFORE, ...(travelMinutes === null ? [] : [leaving])];
  return [evening, ...ofDay].sort((a, b) => a - b);
}

/** When an appointment needs the planner next, after a moment: for a reminder or its end; null once it is over. */
export function findNextTime(appointment: Reminded, after: number): number | null {
  const { endsAt } = computeMoments(appointment);
  return [...listReminderTimes(appointment), endsAt].find((at) => at > after) ?? null;
}
