import type { Recurrence } from "../../../lib/recurrence/recurrence.ts";
import { DEFAULT_VISIBILITY, type Visibility } from "../../../lib/visibility-levels.ts";
import type { Key } from "../../../lib/words/keys.ts";
import type { AppointmentFields } from "../rules/appointments.ts";
import { getDay, isLocalTime } from "../rules/appointments.ts";
import type { Appointment } from "./use-appointments.ts";

/** The values of the form: days as date fields have them, times as `HH:MM`, "" when empty. */
export type AppointmentValues = {
  title: string;
  day: string;
  time: string;
  endTime: string;
  /** The last day of several whole days. */
  endDay: string;
  place: string;
  withWhom: string;
  phone: string;
  bring: string;
  travel: string;
  timeZone: string;
  visibility: Visibility;
  recurrence: Recurrence | null;
};

export const createEmptyValues = (day: string, timeZone: string): AppointmentValues => ({
  title: "",
  day,
  time: "",
  endTime: "",
  endDay: "",
  place: "",
  withWhom: "",
  phone: "",
  bring: "",
  travel: "",
  timeZone,
  visibility: DEFAULT_VISIBILITY,
  recurrence: null,
});

/** The form values of an appointment, by its own clock. */
export const toValues = (appointment: Appointment): AppointmentValues => {
  const { allDay, starts, ends, travelMinutes } = appointment;
  return {
    title: appointment.title,
    day: getDay(starts),
    time: allDay ? "" : starts.slice(11),
    endTime: allDay || ends === null ? "" : ends.slice(11),
    endDay: ends !== null && getDay(ends) !== getDay(starts) ? getDay(ends) : "",
    place: appointment.place,
    withWhom: appointment.withWhom,
    phone: appointment.phone,
    bring: appointment.bring,
    travel: travelMinutes === null ? "" : String(travelMinutes),
    timeZone: appointment.timeZone,
    visibility: appointment.visibility,
    recurrence: null,
  };
};

/** The arguments of a call, from values without errors. */
export function toFields(values: AppointmentValues): AppointmentFields {
  const { day, time, endTime, endDay, travel, recurrence: _, ...words } = values;
  const allDay = time === "";
  return {
    ...words,
    allDay,
    starts: allDay ? day : `${day}T${time}`,
    ends: computeEnds(values),
    travelMinutes: travel === "" ? null : Number(travel),
  };
}

/** The fields that differ. */
export const listChanges = (
  before: AppointmentFields,
  after: AppointmentFields,
): Partial<AppointmentFields> =>
  Object.fromEntries(
    Object.entries(after).filter(([name, value]) => before[name as keyof AppointmentFields] !== value),
  );

function computeEnds({ day, time, endTime, endDay }: AppointmentValues): string | null {
  if (time === "") return endDay || null;
  return endTime === "" ? null : `${endDay || day}T${endTime}`;
}

export type AppointmentErrors = Partial<Record<"title" | "day" | "time" | "endTime" | "endDay", Key>>;

/** The errors of the values, by field. */
export function findAppointmentErrors(values: AppointmentValues): AppointmentErrors {
  const { title, day, time, endTime, endDay } = values;
  const errors: AppointmentErrors = {};
  if (title.trim() === "") errors.title = "appointments.missingTitle";
  if (!isLocalTime(day, true)) errors.day = "appointments.missingDay";
  if (time === "" && endTime !== "") errors.time = "appointments.missingTime";
  if (time === "" && endDay !== "" && endDay < day) errors.endDay = "appointments.endsFirst";
  if (time !== "" && endTime !== "" && `${endDay || day}T${endTime}` <= `${day}T${time}`)
    errors.endTime = "appointments.endsFirst";
  return errors;
}
