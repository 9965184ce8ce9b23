import { formatDate, formatSpan, NEAR_DAY, NEAR_MOMENT } from "../../../lib/dates/date-format.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import {
  type Answer,
  APPOINTMENT_ROLES,
  type AppointmentFields,
  type AppointmentRole,
} from "./appointments.ts";

type Timed = Pick<AppointmentFields, "allDay" | "starts" | "ends" | "timeZone"> & {
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

type Person = { name: string; role: AppointmentRole; answer: Answer };

/** Who goes, drives and is kept informed, a line each: "Drives: Anna". */
export const formatPeople = (people: readonly Person[]): string[] =>
  APPOINTMENT_ROLES.flatMap((role) => {
    const names = people.filter((one) => one.role === role && one.answer === "yes").map(({ name }) => name);
    return names.length === 0 ? [] : [t("appointmentwords.people", { role, names: listNames(names) })];
  });

/** Who drives; null while nobody does. */
export const findDriver = <One extends Person>(people: readonly One[]): One | null =>
  people.find(({ role, answer }) => role === "drives" && answer === "yes") ?? null;
