import { checkSpan } from "../../../../lib/dates/day-span.ts";
import { CareError } from "../../../../lib/errors.ts";
import { EXAMPLE_IDS } from "../../../../lib/example-ids.ts";
import { inNotebookWithZone } from "../../../../server/access/gate.ts";
import { action, mutation, query } from "../../../../server/functions/define.ts";
import { getRefusedRecurrence, readRepetition } from "../../../../server/functions/recurrence_argument.ts";
import * as schema from "../../rules/appointment-schema.ts";
import { APPOINTMENT_MESSAGES, computeMoments } from "../../rules/appointments.ts";
import { mayListAppointments, mayReadAppointment, onAppointment, onAppointmentWithNote } from "./access.ts";
import { checkTimes } from "./appointment_row.ts";
import { readCalendarFile } from "./calendar_file.ts";
import { importEvents } from "./import_data.ts";
import * as people from "./people_data.ts";
import * as read from "./read_data.ts";
import { startSeries } from "./series_data.ts";
import * as data from "./write_data.ts";

/**
 * The appointments that the caller sees in one notebook, or in all of theirs, on the days from `fromDay` to `toDay`
 * (`YYYY-MM-DD`, by each notebook's clock), the earliest first; at most 500. Those that are called off are among them.
 * Appointments of archived notebooks are left out, unless `diaryId` names one.
 */
export const listAppointments = query({
  ...schema.listAppointments,
  example: { diaryId: EXAMPLE_IDS.diary, fromDay: "2026-12-01", toDay: "2026-12-31" },
  access: mayListAppointments(),
  handler: ({ db, access }, { fromDay, toDay }) => {
    checkSpan({ fromDay, toDay });
    return read.listAppointments(db, access, { fromDay, toDay });
  },
});

/** One appointment, or null when it is missing or hidden. */
export const getAppointment = query({
  ...schema.getAppointment,
  access: mayReadAppointment(),
  handler: async ({ db, access }) => access && read.getAppointment(db, access),
});

/**
 * Adds an appointment; returns its id, which is `id` when given. With a recurrence it makes the appointments of the next
 * 180 days (a job continues from there) and returns the first one's id; `id` is then its series'.
 */
export const createAppointment = mutation({
  ...schema.createAppointment,
  example: { diaryId: EXAMPLE_IDS.diary, title: "Dr. Lorenz", starts: "2026-12-03T09:30" },
  access: inNotebookWithZone("appointments.create"),
  handler: async ({ db, access, now }, { id, diaryId: _, recurrence: rule, timeZone, ...typed }) => {
    const made = id === undefined ? null : await data.findMadeBefore(db, access, id);
    if (made !== null) return made;
    const fields = { ...typed, timeZone: timeZone ?? access.timeZone };
    checkTimes(fields);
    const recurrence = readRepetition(rule, "recurrence");
    if (!recurrence) return data.insertAppointment(db, access, { id, fields }, now);
    return startSeries(db, access, { id, recurrence, fields }, now).catch((error) => {
      throw getRefusedRecurrence(error, "recurrence");
    });
  },
});

/**
 * Changes the given fields of an appointment, or calls it off; with `andLater` also the later ones of its series. Members
 * who have agreed to go or drive are asked again when it moves.
 */
export const updateAppointment = mutation({
  ...schema.updateAppointment,
  access: onAppointment("appointments.edit"),
  handler: async ({ db, access, now }, { appointmentId: _, ...given }) => {
    await data.updateAppointment(db, access, given, now);
    return null;
  },
});

/** Deletes an appointment; with `andLater` also the later ones of its series, which ends. */
export const deleteAppointment = mutation({
  ...schema.deleteAppointment,
  access: onAppointment("appointments.delete"),
  handler: async ({ db, access, audit }, { appointmentId, andLater }) => {
    const count = await data.deleteAppointment(db, access, andLater);
    await audit({
      eventType: "appointment.deleted",
      diaryId: access.diaryId,
      targetType: "appointment",
      targetId: appointmentId,
      details: { creatorId: access.appointment.created_by, ...(andLater && { count }) },
    });
    return null;
  },
});

/** Records whether the caller goes or drives; refused while another person drives. */
export const answerAppointment = mutation({
  ...schema.answerAppointment,
  access: onAppointment("appointments.answer"),
  handler: async ({ db, access, now }, { appointmentId: _, ...answer }) => {
    await people.answerAppointment(db, access, answer, now);
    return null;
  },
});

/** Asks a member whether they go or drive, or adds a person who isn't one; with `isThere` off takes them out again. */
export const setAppointmentPerson = mutation({
  ...schema.setAppointmentPerson,
  access: onAppointment("appointments.edit"),
  handler: async ({ db, access, now }, { appointmentId: _, userId = null, name = null, ...rest }) => {
    if ((userId === null) === (name === null))
      throw new CareError("invalid", APPOINTMENT_MESSAGES.oneName, { path: "name" });
    await people.setPerson(db, access, { ...rest, userId, name }, now);
    return null;
  },
});

/** Links a note about what came of an appointment. */
export const setOutcome = mutation({
  ...schema.setOutcome,
  access: onAppointmentWithNote(),
  handler: async ({ db, access, now }, { noteId }) => {
    await data.setOutcome(db, access, noteId, now);
    return null;
  },
});

/**
 * Reads an iCalendar file: its events from 30 days back to 400 days ahead, repeated ones as single ones, at most 400. Writes
 * nothing.
 */
export const readCalendar = action({
  ...schema.readCalendar,
  access: inNotebookWithZone("appointments.create"),
  handler: async ({ access, now }, { text }) => {
    const { events, isCut } = readCalendarFile(text, { timeZone: access.timeZone, now: now.getTime() });
    return { events: events.map((each) => ({ ...each, ...computeMoments(each) })), isCut };
  },
});

/**
 * Takes over chosen events of an iCalendar file, by their `uid` of `readCalendar`. Known ones get the file's times, title and
 * place; a second import changes nothing. Returns how many were added, changed and left.
 */
export const importCalendar = mutation({
  ...schema.importCalendar,
  access: inNotebookWithZone("appointments.create"),
  handler: ({ db, access, now }, { text, uids }) => {
    const { events } = readCalendarFile(text, { timeZone: access.timeZone, now: now.getTime() });
    const wanted = new Set(uids);
    return importEvents(
      db,
      access,
      events.filter(({ uid }) => wanted.has(uid)),
      now,
    );
  },
});
