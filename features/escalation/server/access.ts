import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { type AccessRule, denied, membership, person, readMemberships } from "../../../server/access/gate.ts";
import { may, mayOn, type Role } from "../../../server/access/permissions.ts";
import {
  getVisibleSubject,
  type Member,
  readSubjects,
  type SubjectKey,
  type Subjects,
} from "../../notifications/server/public.ts";
import { ESCALATION_MESSAGES } from "../rules.ts";

declare const checked: unique symbol;

/** Access to a run whose subject the member sees and may do. */
export type RunAccess = { readonly [checked]: "run"; readonly userId: string; readonly runId: string };

/** The user's notebooks in which they see running escalations. */
export type RunningAccess = {
  readonly [checked]: "running";
  readonly userId: string;
  readonly notebooks: readonly { readonly diaryId: string; readonly role: Role }[];
};

/** Whether a member who sees a run's subject may do it, and so take the run on. */
export function mayTakeOn(
  { subjectKind, subjectId }: SubjectKey,
  { tasks }: Subjects,
  { userId, role }: Member,
): boolean {
  const assigned = subjectId !== null && tasks.get(subjectId)?.assigned_to === userId;
  const action = subjectKind === "task" ? "tasks.setStatus" : "doses.give";
  return mayOn(role, action, { seen: true, own: false, isPrivate: false, assigned });
}

/** A missing run, a run of another notebook and a run with a hidden subject give the same error. */
export const checkRun = (): AccessRule<{ runId: string }, RunAccess> => ({
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
    const createMissingError = () => new CareError("not-found", ESCALATION_MESSAGES.over);
    if (!run || !access) throw createMissingError();
    const key = {
      diaryId: run.diary_id,
      subjectKind: run.subject_kind,
      subjectId: run.subject_id,
      slot: run.slot,
    };
    const subjects = await readSubjects(caller.db, [key]);
    if (getVisibleSubject(subjects, key, access) === null) throw createMissingError();
    if (!mayTakeOn(key, subjects, access)) throw denied();
    return { userId: access.userId, runId: run.id } as RunAccess;
  },
});

export const checkOwnRunning = (): AccessRule<unknown, RunningAccess> => ({
  action: "escalation.see",
  async resolve(caller) {
    const { userId } = await person().resolve(caller, {});
    const notebooks = await readMemberships(caller, userId);
    return {
      userId,
      notebooks: notebooks.filter(({ role }) => may(role, "escalation.see")),
    } as unknown as RunningAccess;
  },
});
