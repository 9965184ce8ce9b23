import { CareError } from "../../../../lib/errors.ts";
import type { Visibility } from "../../../../lib/visibility-levels.ts";
import { findNextTime } from "../../rules/appointment-reminders.ts";
import {
  type AppointmentFields,
  type AppointmentStatus,
  computeMoments,
  findTimesProblem,
} from "../../rules/appointments.ts";
import type { AppointmentRow } from "./access.ts";

/** Refuses times that are none, or contradict each other. */
export function checkTimes(fields: AppointmentFields): void {
  const problem = findTimesProblem(fields);
  if (problem) throw new CareError("invalid", problem.message, { path: problem.path });
}

/** The columns of what people type and of the state, with the moments. */
export function toColumns(
  fields: AppointmentFields,
  { status, now }: { status: AppointmentStatus; now: Date },
) {
  const { startsAt, endsAt } = computeMoments(fields);
  const next = status === "calledOff" ? null : findNextTime(fields, now.getTime());
  return {
    title: fields.title,
    all_day: fields.allDay,
    starts_local: fields.starts,
    ends_local: fields.ends,
    time_zone: fields.timeZone,
    starts_at: new Date(startsAt),
    ends_at: new Date(endsAt),
    place: fields.place,
    with_whom: fields.withWhom,
    phone: fields.phone,
    bring: fields.bring,
    travel_minutes: fields.travelMinutes,
    visibility: fields.visibility,
    status,
    remind_at: next === null ? null : new Date(next),
  };
}

/** What people typed. */
export const toFields = (row: AppointmentRow): AppointmentFields => ({
  title: row.title,
  allDay: row.all_day,
  starts: row.starts_local,
  ends: row.ends_local,
  timeZone: row.time_zone,
  place: row.place,
  withWhom: row.with_whom,
  phone: row.phone,
  bring: row.bring,
  travelMinutes: row.travel_minutes,
  visibility: row.visibility as Visibility,
});
