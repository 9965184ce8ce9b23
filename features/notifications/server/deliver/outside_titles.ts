import { formatAppointmentTime } from "../../../../lib/appointment-time.ts";
import { t } from "../../../../lib/words/t.ts";
import type { Subjects, VisibleSubject } from "../subjects.ts";

/** The name of a subject in a message; `isNamed` is false for neutral words, which don't distinguish subjects. */
export type OutsideTitle = { title: string; isNamed: boolean };

/**
 * Returns the name of a subject for letters and messages to devices and programs. These are stored and shown
 * unencrypted, so encrypted subjects have neutral words (docs/decisions/0206). Without a vault it can't decrypt.
 */
export function getOutsideTitle(subjects: Subjects, subject: VisibleSubject): OutsideTitle {
  const toNamed = (title: string): OutsideTitle => ({ title, isNamed: title !== "" });
  const toNeutral = (title: string): OutsideTitle => ({ title, isNamed: false });
  const isOnEncrypted = (noteId: string | null | undefined) =>
    noteId ? subjects.notes.get(noteId)?.is_encrypted === true : false;
  const { titledBy, planId, taskId } = subject;
  if (planId !== null) {
    const plan = subjects.plans.get(planId);
    if (!plan || plan.is_encrypted) return toNeutral(t("pushes.plan"));
    return toNamed([plan.facts?.name, plan.facts?.strength].filter(Boolean).join(" "));
  }
  if (taskId !== null && isOnEncrypted(subjects.tasks.get(taskId)?.note_id))
    return toNeutral(t("pushes.task"));
  if (subject.type === "appointment") return toNamed(formatAppointment(subjects, subject));
  if (titledBy === null) return toNamed(subject.title);
  if (isOnEncrypted(titledBy)) return toNeutral(t("pushes.note"));
  return toNamed(subject.title || (subjects.notes.get(titledBy)?.note_title ?? ""));
}

/** Day and time are in the text: a calendar's own reminder often shows neither. */
function formatAppointment({ appointments }: Subjects, { id, title }: VisibleSubject): string {
  const row = appointments.get(id);
  if (!row) return title;
  const time = formatAppointmentTime({
    allDay: row.all_day,
    starts: row.starts_local,
    ends: row.ends_local,
    timeZone: row.time_zone,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
  });
  return t("pushes.appointmentAt", { title, time });
}
