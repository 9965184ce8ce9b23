import { sql } from "kysely";
import { may } from "../../../server/access/permissions.ts";
import type { SubjectRooms } from "../../notifications/server/public.ts";
import { readPlanNames } from "../../plans/server/public.ts";
import { planDoses } from "./dose_planner.ts";
import { listSlotStates } from "./reminder_slots.ts";

/** What this room does for notifications of doses. */
export const doseSubjects: SubjectRooms["dose"] = {
  readTitles: (db, vault, plans) =>
    readPlanNames(
      db,
      vault,
      plans.map(({ diaryId, id }) => ({ diaryId, planId: id })),
    ),
  readStillDue: async (db, subjects, claimed, now) => {
    const states = await listSlotStates(
      db,
      claimed.flatMap(({ diaryId, subjectId, slot }) =>
        diaryId !== null && subjectId !== null && slot !== null ? [{ diaryId, planId: subjectId, slot }] : [],
      ),
      now,
    );
    return (one) => {
      if (one.role === null || !may(one.role, "doses.give")) return "over";
      const dose = `${one.subjectId} ${one.slot}`;
      const state = states.get(dose);
      if (state === "claimed") {
        // The message of a claim is sent while the claim lasts.
        if (one.kind === "escalation") return one.step === "taken" ? "open" : "over";
        // If that comes to nothing, it is asked for then: it was planned, and nothing plans it a second time.
        return subjects.doses.get(dose)?.claimed_until ?? "over";
      }
      // When it is too late for a dose, nobody is asked to give it; that it has no entry is still worth knowing.
      const isOpen =
        state === "due" || state === "late" || (state === "not_recorded" && one.kind !== "dose-due");
      return isOpen ? "open" : "over";
    };
  },
  areDue: sql`exists (select from dose_reminders where next_at <= now())`,
  plan: planDoses,
};
