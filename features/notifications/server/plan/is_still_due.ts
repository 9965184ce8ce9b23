import type { Kysely } from "kysely";
import { may } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { listSlotStates } from "../../../doses/server/public.ts";
import type { Checked } from "../deliver/delivery_data.ts";
import { isTaskStillDue, type Subjects } from "../subjects.ts";

type Db = Kysely<Tables>;

/**
 * Whether the subject is still to be done, by its reader, at the time of the reminder: "open", "over", or the time
 * (epoch ms) until which a member has claimed it.
 */
export type StillDue = (one: Checked) => "open" | "over" | number;

/** Reads the current state of reminders' subjects, for the check before sending. */
export async function readStillDue(
  db: Db,
  subjects: Subjects,
  claimed: readonly Checked[],
  now: number,
): Promise<StillDue> {
  const doses = await listSlotStates(
    db,
    claimed.flatMap(({ subjectKind, diaryId, subjectId, slot }) =>
      subjectKind === "dose" && diaryId !== null && subjectId !== null && slot !== null
        ? [{ diaryId, planId: subjectId, slot }]
        : [],
    ),
    now,
  );
  const open = (isOpen: boolean) => (isOpen ? "open" : "over");
  return (one) => {
    if (one.kind === "assigned") return open(subjects.tasks.get(one.subjectId!)?.assigned_to === one.userId);
    if (one.subjectKind === "task") return open(isTaskOpen(subjects, one));
    if (one.subjectKind !== "dose") return "open";
    if (one.role === null || !may(one.role, "doses.give")) return "over";
    const dose = `${one.subjectId} ${one.slot}`;
    const state = doses.get(dose);
    if (state === "claimed") {
      // The message of a claim is sent while the claim lasts.
      if (one.kind === "escalation") return open(one.step === "taken");
      // If that comes to nothing, it is asked for then: it was planned, and nothing plans it a second time.
      return subjects.doses.get(dose)?.claimed_until ?? "over";
    }
    // When it is too late for a dose, nobody is asked to give it; that it has no entry is still worth knowing.
    return open(state === "due" || state === "late" || (state === "not_recorded" && one.kind !== "dose-due"));
  };
}

function isTaskOpen(subjects: Subjects, one: Checked): boolean {
  const assignee = subjects.tasks.get(one.subjectId!)?.assigned_to ?? null;
  // An escalation goes to others than the assignee too.
  if (one.kind !== "escalation" && assignee !== null && assignee !== one.userId) return false;
  return isTaskStillDue(subjects, one.subjectId!, one.subjectDueAt);
}
