import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import {
  type AccessRule,
  denied,
  membership,
  person,
  readMemberships,
} from "../../../../server/access/gate.ts";
import { getGrant, grantCovers, type Role } from "../../../../server/access/permissions.ts";
import { ESCALATION_MESSAGES } from "../../../escalation/rules.ts";
import { type Member, readSubjects, type SubjectKey, type Subjects, seenSubject } from "../subjects.ts";

declare const proven: unique symbol;

/** Proof that a member sees what a run is about and may do it. */
export type RunAccess = { readonly [proven]: "run"; readonly userId: string; readonly runId: string };

/** A person's notebooks in which they see what is running. */
export type RunningAccess = {
  readonly [proven]: "running";
  readonly userId: string;
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
};

/** Whether a member who sees what a run is about may do it, and so say that they are on it. */
export function mayTakeOn(
  { subjectKind, subjectId }: SubjectKey,
  { tasks }: Subjects,
  { userId, role }: Member,
): boolean {
  const assigned = subjectId !== null && tasks.get(subjectId)?.assigned_to === userId;
  const grant = getGrant(role, subjectKind === "task" ? "tasks.setStatus" : "doses.give");
  return grantCovers(grant, { seen: true, own: false, isPrivate: false, assigned });
}

/** A missing run, one of another notebook and one whose matter is hidden give the same error. */
export const onRun = (): AccessRule<{ runId: string }, RunAccess> => ({
  action: ["tasks.setStatus", "doses.give"],
  async resolve(caller, { runId }) {
    const run = isFullId(runId)
      ? await caller.db
          .selectFrom("escalation_runs")
          .select(["id", "diary_id", "subject_kind", "subject_id", "slot"])
          .where("id", "=", runId)
          .executeTakeFirst()
      : undefined;
    const access = await membership(caller, run?.diary_id ?? "");
    const missing = () => new CareError("not-found", ESCALATION_MESSAGES.over);
    if (!run || !access) throw missing();
    const key = {
      diaryId: run.diary_id,
      subjectKind: run.subject_kind,
      subjectId: run.subject_id,
      slot: run.slot,
    };
    const subjects = await readSubjects(caller.db, [key]);
    if (seenSubject(subjects, key, access) === null) throw missing();
    if (!mayTakeOn(key, subjects, access)) throw denied();
    return { userId: access.userId, runId: run.id } as RunAccess;
  },
});

export const ofOwnRunning = (): AccessRule<unknown, RunningAccess> => ({
  action: "escalation.see",
  async resolve(caller) {
    const { userId } = await person().resolve(caller, {});
    const notebooks = await readMemberships(caller, userId);
    return {
      userId,
      notebooks: notebooks.filter(({ role }) => getGrant(role, "escalation.see") !== "no"),
    } as unknown as RunningAccess;
  },
});
