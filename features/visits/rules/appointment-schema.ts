import { z } from "zod";
import { isTimeZone } from "../../../lib/dates/time-zones.ts";
import { isCalendarDay } from "../../../lib/dates/zone-day.ts";
import { recurrence } from "../../../lib/recurrence/schema.ts";
import { id, moment, newId, nothing } from "../../../lib/schemas.ts";
import { DEFAULT_VISIBILITY, VISIBILITIES } from "../../../lib/visibility-levels.ts";
import { toIssue } from "../../../lib/words/message.ts";
import {
  ANSWERS,
  APPOINTMENT_ROLES,
  APPOINTMENT_STATUSES,
  APPOINTMENT_LENGTHS as LENGTHS,
  MAX_FILE_LENGTH,
  MAX_IMPORTED,
  MAX_TRAVEL_MINUTES,
  APPOINTMENT_MESSAGES as MESSAGES,
} from "./appointments.ts";

const localTime = z.string().max(16);
const timeZone = z.string().max(64).refine(isTimeZone, toIssue(MESSAGES.timeZone));
const createText = (length: number) => z.string().trim().max(length);
const calendarDay = z.string().refine(isCalendarDay, toIssue(MESSAGES.localTime));

const title = createText(LENGTHS.title).min(1, toIssue(MESSAGES.titleMissing));
const travelMinutes = z.number().int().min(1).max(MAX_TRAVEL_MINUTES).nullable();

const person = z.strictObject({
  /** Null for anyone who isn't a member. */
  userId: id.nullable(),
  name: z.string(),
  role: z.enum(APPOINTMENT_ROLES),
  answer: z.enum(ANSWERS),
});

/** What an appointment is, when and where: local times of its own clock, and their moments. */
export const appointmentFacts = {
  title: z.string(),
  allDay: z.boolean(),
  starts: z.string(),
  ends: z.string().nullable(),
  timeZone: z.string(),
  startsAt: moment,
  endsAt: moment,
  place: z.string(),
};

/** An appointment as its reader sees it. */
export const appointment = z.strictObject({
  _id: id,
  diaryId: id,
  diaryShortId: id,
  diaryName: z.string(),
  diarySubject: z.string(),
  /** The clock of its notebook. */
  diaryZone: z.string(),
  ...appointmentFacts,
  withWhom: z.string(),
  phone: z.string(),
  bring: z.string(),
  travelMinutes: z.number().nullable(),
  status: z.enum(APPOINTMENT_STATUSES),
  visibility: z.enum(VISIBILITIES),
  recurrence: recurrence.nullable(),
  /** The note about what came of it, where the reader sees that. */
  outcome: z.strictObject({ noteId: id, shortId: id }).nullable(),
  people: z.array(person),
  revision: z.number(),
  createdBy: id,
  updatedAt: moment,
  _creationTime: moment,
  canEdit: z.boolean(),
  canDelete: z.boolean(),
  /** Whether the reader may go or drive. */
  canAnswer: z.boolean(),
});

export const listAppointments = {
  args: z.object({ diaryId: id.optional(), fromDay: calendarDay, toDay: calendarDay }),
  returns: z.strictObject({ appointments: z.array(appointment), isCut: z.boolean() }),
};

export const getAppointment = {
  args: z.object({ appointmentId: id }),
  returns: appointment.nullable(),
};

export const createAppointment = {
  args: z.object({
    id: newId.optional(),
    diaryId: id,
    title,
    allDay: z.boolean().default(false),
    /** `YYYY-MM-DDTHH:mm` by the clock of `timeZone`, or `YYYY-MM-DD` of a whole day. */
    starts: localTime,
    ends: localTime.nullable().default(null),
    /** The notebook's unless it is given. */
    timeZone: timeZone.optional(),
    place: createText(LENGTHS.place).default(""),
    withWhom: createText(LENGTHS.withWhom).default(""),
    phone: createText(LENGTHS.phone).default(""),
    bring: createText(LENGTHS.bring).default(""),
    travelMinutes: travelMinutes.default(null),
    visibility: z.enum(VISIBILITIES).default(DEFAULT_VISIBILITY),
    recurrence: z.unknown().optional(),
  }),
  returns: id,
};

export const updateAppointment = {
  args: z.object({
    appointmentId: id,
    /** The revision that the caller saw: of two changes at once the second is refused. */
    revision: z.number().int().min(1),
    /** Changes the later ones of its series as well. */
    andLater: z.boolean().default(false),
    title: title.optional(),
    allDay: z.boolean().optional(),
    starts: localTime.optional(),
    ends: localTime.nullish(),
    timeZone: timeZone.optional(),
    place: createText(LENGTHS.place).optional(),
    withWhom: createText(LENGTHS.withWhom).optional(),
    phone: createText(LENGTHS.phone).optional(),
    bring: createText(LENGTHS.bring).optional(),
    travelMinutes: travelMinutes.optional(),
    status: z.enum(APPOINTMENT_STATUSES).optional(),
    visibility: z.enum(VISIBILITIES).optional(),
  }),
  returns: nothing,
};

export const deleteAppointment = {
  args: z.object({ appointmentId: id, andLater: z.boolean().default(false) }),
  returns: nothing,
};

export const answerAppointment = {
  args: z.object({
    appointmentId: id,
    role: z.enum(["goes", "drives"]),
    /** Null takes the answer back. */
    answer: z.enum(["yes", "no"]).nullable(),
    andLater: z.boolean().default(false),
  }),
  returns: nothing,
};

export const setAppointmentPerson = {
  args: z.object({
    appointmentId: id,
    role: z.enum(APPOINTMENT_ROLES),
    userId: id.optional(),
    name: createText(LENGTHS.name).min(1).optional(),
    /** A member is asked; anyone else has agreed. */
    isThere: z.boolean(),
    andLater: z.boolean().default(false),
  }),
  returns: nothing,
};

export const setOutcome = {
  args: z.object({ appointmentId: id, noteId: id }),
  returns: nothing,
};

const calendarFile = z.string().max(MAX_FILE_LENGTH);

export const readCalendar = {
  args: z.object({ diaryId: id, text: calendarFile }),
  returns: z.strictObject({
    events: z.array(
      z.strictObject({
        uid: z.string(),
        ...appointmentFacts,
        isCalledOff: z.boolean(),
      }),
    ),
    /** Whether the file has more. */
    isCut: z.boolean(),
  }),
};

export const importCalendar = {
  args: z.object({
    diaryId: id,
    text: calendarFile,
    uids: z.array(z.string().max(500)).min(1).max(MAX_IMPORTED),
  }),
  returns: z.strictObject({ added: z.number(), changed: z.number(), same: z.number() }),
};
