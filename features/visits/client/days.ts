import { useMemo } from "react";
import { api } from "../../../lib/api.ts";
import { addDays, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import type { Appointment } from "./use-appointments.ts";

type Span = { first: string; last: string; notebook: string | undefined };

/** The appointments on each day of a calendar, by their notebook's clock, live; undefined while they load. */
export function useAppointmentDays({ first, last, notebook }: Span): Map<string, Appointment[]> | undefined {
  const args = { fromDay: first, toDay: last, ...(notebook && { diaryId: notebook }) };
  const result = useSteadyQuery(api.appointments.listAppointments, args, JSON.stringify(args));
  return useMemo(() => result && placeAppointments(result.appointments, first, last), [result, first, last]);
}

/** Appointments by day; one of several days is on each of them. */
export function placeAppointments(
  appointments: readonly Appointment[],
  first: string,
  last: string,
): Map<string, Appointment[]> {
  const byDay = new Map<string, Appointment[]>();
  for (const appointment of appointments) {
    const { startsAt, endsAt, diaryZone } = appointment;
    const end = toDayInZone(endsAt - 1, diaryZone);
    for (let day = toDayInZone(startsAt, diaryZone); day <= end && day <= last; day = addDays(day, 1)) {
      if (day < first) continue;
      byDay.set(day, [...(byDay.get(day) ?? []), appointment]);
    }
  }
  return byDay;
}
