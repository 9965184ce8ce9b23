import { formatDate, formatSpan, NEAR_DAY, NEAR_MOMENT } from "./dates/date-format.ts";

/** When an appointment is: local times of its own clock, and their moments, epoch ms. */
type Timed = {
  allDay: boolean;
  starts: string;
  ends: string | null;
  timeZone: string;
  startsAt: number;
  endsAt: number;
};

/** When an appointment is, by its own clock: "Thu, Dec 3, 9:30 – 10:15 AM". */
export function formatAppointmentTime({ allDay, starts, ends, timeZone, startsAt, endsAt }: Timed): string {
  if (!allDay)
    return ends === null
      ? formatDate(startsAt, NEAR_MOMENT, undefined, timeZone)
      : formatSpan({ from: startsAt, to: endsAt }, NEAR_MOMENT, timeZone);
  const [from, to] = [Date.parse(starts), Date.parse(ends ?? starts)];
  return formatSpan({ from, to }, NEAR_DAY, "UTC");
}
