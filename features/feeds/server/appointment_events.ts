import { t } from "../../../lib/words/t.ts";
import { type Appointment, listAppointments, mayListAppointments } from "../../visits/server/public.ts";
import type { CalendarEvent, EventRequest } from "./calendar_event.ts";

/** The appointments of a feed that its person sees now; a feed of their own has those where they go or drive. */
export async function listAppointmentEvents(request: EventRequest): Promise<CalendarEvent[]> {
  const { caller, db, feed, fromDay, toDay } = request;
  const access = await mayListAppointments().resolve(caller, { diaryId: feed.diaryId ?? undefined });
  const { appointments } = await listAppointments(db, access, { fromDay, toDay });
  const isTheirs = ({ people }: Appointment) =>
    people.some(
      ({ userId, role, answer }) => userId === access.userId && role !== "told" && answer === "yes",
    );
  return appointments
    .filter((each) => feed.whose !== "mine" || isTheirs(each))
    .map((each) => toEvent(each, request));
}

function toEvent(
  appointment: Appointment,
  { feed, baseUrl }: Pick<EventRequest, "feed" | "baseUrl">,
): CalendarEvent {
  const { _id, allDay, starts, ends, startsAt, endsAt, status, visibility } = appointment;
  const isCalledOff = status === "calledOff";
  // What only its author sees isn't written into other companies' calendars.
  const isNeutral = feed.detail === "neutral" || visibility === "private";
  return {
    uid: `appointment-${_id}@carediary`,
    at: allDay ? { day: starts, lastDay: ends ?? starts } : { from: startsAt, to: endsAt },
    summary: isNeutral ? t("pushes.appointment") : appointment.title,
    url: `${baseUrl}/care/${appointment.diaryShortId}/appointments/${_id}`,
    about: feed.diaryId === null && feed.detail === "titles" ? appointment.diaryName : null,
    place: isNeutral ? null : appointment.place || null,
    createdAt: appointment._creationTime,
    changedAt: Math.max(appointment.updatedAt, feed.changedAt),
    isOpen: !isCalledOff,
    isCalledOff,
  };
}
