import type { Selectable } from "kysely";
import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import { seesNote, toReader } from "../../../../lib/visibility.ts";
import type { Visibility } from "../../../../lib/visibility-levels.ts";
import {
  type AccessRule,
  type Caller,
  denied,
  findListedNotebooks,
  type ListedNotebooks,
  membership,
  type NotebookAccess,
} from "../../../../server/access/gate.ts";
import { mayOn, type NotebookAction, type Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { noteWithMembership } from "../../../notes/server/public.ts";
import { APPOINTMENT_MESSAGES } from "../../rules/appointments.ts";

declare const brand: unique symbol;

export type AppointmentRow = Selectable<Tables["appointments"]>;

/** A person's access to the appointments of their notebooks. */
export type AppointmentsAccess = ListedNotebooks & { readonly [brand]: "appointments" };

/** The right to take the requested action on one appointment that the caller sees. */
export type AppointmentAccess = NotebookAccess & { readonly appointment: AppointmentRow };

const grant = (checked: ListedNotebooks): AppointmentsAccess => checked as AppointmentsAccess;

/** Listing the appointments of one notebook, or of all that the caller is a member of. */
export const mayListAppointments = (): AccessRule<{ diaryId?: string | undefined }, AppointmentsAccess> => ({
  action: "appointments.see",
  resolve: async (caller, { diaryId }) =>
    grant(await findListedNotebooks(caller, "appointments.see", diaryId)),
});

/** What a member sees of a notebook's appointments. */
export const toMemberAppointments = ({ userId, role, diaryId }: NotebookAccess): AppointmentsAccess =>
  grant({ userId, notebooks: [{ diaryId, role }], withoutArchived: false });

/** Reading one appointment; null when it is missing or hidden from the caller. */
export const mayReadAppointment = (): AccessRule<
  { appointmentId: string },
  (AppointmentsAccess & { readonly appointmentId: string }) | null
> => ({
  action: "appointments.see",
  async resolve(caller, { appointmentId }) {
    const found = await findSeenAppointment(caller, appointmentId);
    if (!found) return null;
    const { userId, role, diaryId } = found;
    return { ...grant({ userId, notebooks: [{ diaryId, role }], withoutArchived: false }), appointmentId };
  },
});

/** Doing something with an appointment. A missing and a hidden one give the same error. */
export const onAppointment = (
  action: NotebookAction,
): AccessRule<{ appointmentId: string }, AppointmentAccess> => ({
  action,
  async resolve(caller, { appointmentId }) {
    const access = await findSeenAppointment(caller, appointmentId);
    if (!access) throw new CareError("not-found", APPOINTMENT_MESSAGES.notFound);
    const own = access.appointment.created_by === access.userId;
    if (!mayOn(access.role, action, { seen: true, own, isPrivate: false })) throw denied();
    return access;
  },
});

/** Linking a note that the caller sees with an appointment of the same notebook. */
export const onAppointmentWithNote = (): AccessRule<
  { appointmentId: string; noteId: string },
  AppointmentAccess
> => ({
  action: "notes.create",
  async resolve(caller, { appointmentId, noteId }) {
    const access = await onAppointment("notes.create").resolve(caller, { appointmentId });
    const note = await noteWithMembership(caller, { noteId });
    if (!note?.seen || note.access.diaryId !== access.diaryId)
      throw new CareError("not-found", APPOINTMENT_MESSAGES.noNote);
    return access;
  },
});

/** A reader's rights on an appointment that they see. */
export function getAppointmentRights(role: Role, own: boolean) {
  const may = (action: NotebookAction) => mayOn(role, action, { seen: true, own, isPrivate: false });
  return {
    canEdit: may("appointments.edit"),
    canDelete: may("appointments.delete"),
    canAnswer: may("appointments.answer"),
  };
}

async function findSeenAppointment(caller: Caller, appointmentId: string): Promise<AppointmentAccess | null> {
  const appointment = isFullId(appointmentId)
    ? await caller.db
        .selectFrom("appointments")
        .selectAll()
        .where("id", "=", appointmentId)
        .executeTakeFirst()
    : undefined;
  const access = await membership(caller, appointment?.diary_id ?? "");
  if (!appointment || !access) return null;
  const { visibility, created_by: authorId } = appointment;
  const isSeen = seesNote({ visibility: visibility as Visibility, authorId }, toReader(access));
  return isSeen ? { ...access, appointment } : null;
}
