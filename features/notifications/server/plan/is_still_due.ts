import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import type { Checked } from "../deliver/delivery_data.ts";
import { getSubjectRoom, type StillDue } from "../subject_rooms.ts";
import { isTaskStillDue, type Subjects } from "../subjects.ts";

type Db = Kysely<Tables>;

/** Reads the current state of reminders' subjects, for the check before sending. */
export async function readStillDue(
  db: Db,
  subjects: Subjects,
  claimed: readonly Checked[],
  now: number,
): Promise<StillDue> {
  const ofDoses = claimed.filter(({ subjectKind }) => subjectKind === "dose");
  const isDoseDue = await getSubjectRoom("dose").readStillDue(db, subjects, ofDoses, now);
  const open = (isOpen: boolean) => (isOpen ? "open" : "over");
  const isAppointmentDue = getSubjectRoom("appointment").isStillDue(subjects);
  return (one) => {
    if (one.kind === "assigned") return open(subjects.tasks.get(one.subjectId!)?.assigned_to === one.userId);
    if (one.subjectKind === "task") return open(isTaskOpen(subjects, one));
    if (one.subjectKind === "appointment") return isAppointmentDue(one);
    return one.subjectKind === "dose" ? isDoseDue(one) : "open";
  };
}

function isTaskOpen(subjects: Subjects, one: Checked): boolean {
  const assignee = subjects.tasks.get(one.subjectId!)?.assigned_to ?? null;
  // An escalation goes to others than the assignee too.
  if (one.kind !== "escalation" && assignee !== null && assignee !== one.userId) return false;
  return isTaskStillDue(subjects, one.subjectId!, one.subjectDueAt);
}
