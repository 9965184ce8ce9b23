import { type Kysely, sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import type { Tables } from "../../../server/db/database.ts";
import { readNames } from "../../../server/db/names.ts";
import { getVisibleSubject, readSubjects } from "../../notifications/server/public.ts";
import { ESCALATION_MESSAGES, MAX_LISTED_RUNS, TAKEN_MINUTES } from "../rules.ts";
import { mayTakeOn, type RunAccess, type RunningAccess } from "./access.ts";
import { listRunPeople, presentRunState } from "./run_state.ts";

type Db = Kysely<Tables>;

/** Lists a user's running escalations whose subject they see; the newest, at most 200. */
export async function listRunning(db: Db, { userId, notebooks }: RunningAccess) {
  if (notebooks.length === 0) return [];
  const runs = await db
    .selectFrom("escalation_runs")
    .selectAll()
    .where(
      "diary_id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    )
    .where(sql<boolean>`state = 'open'`)
    .orderBy("opened_at", "desc")
    .limit(MAX_LISTED_RUNS)
    .execute();
  if (runs.length === 0) return [];
  const keys = runs.map((run) => ({
    diaryId: run.diary_id,
    subjectKind: run.subject_kind,
    subjectId: run.subject_id,
    slot: run.slot,
  }));
  const subjects = await readSubjects(db, keys);
  const zones = new Map(
    (
      await db
        .selectFrom("diaries")
        .select(["id", "time_zone"])
        .where("id", "in", [...new Set(runs.map(({ diary_id }) => diary_id))])
        .execute()
    ).map(({ id, time_zone }) => [id, time_zone]),
  );
  const names = await readNames(
    db,
    runs.flatMap((run) => listRunPeople(run, subjects)),
  );
  const roles = new Map(notebooks.map(({ diaryId, role }) => [diaryId, role]));
  return runs.flatMap((run, index) => {
    const key = keys[index]!;
    const reader = { userId, role: roles.get(key.diaryId)! };
    if (getVisibleSubject(subjects, key, reader) === null) return [];
    return [
      {
        _id: run.id,
        diaryId: run.diary_id,
        timeZone: zones.get(run.diary_id) ?? "UTC",
        subjectType: run.subject_kind as "task" | "dose",
        subjectId: run.subject_id,
        slot: run.slot,
        ...presentRunState(run, subjects, names),
        mayTakeOn: mayTakeOn(key, subjects, reader),
      },
    ];
  });
}

/**
 * Records that a member takes a run on: it pauses for half an hour, and the other recipients are notified.
 * @throws CareError when it is settled already
 */
export async function takeOn(db: Db, { userId, runId }: RunAccess): Promise<void> {
  const run = await db
    .selectFrom("escalation_runs")
    .select("state")
    .where("id", "=", runId)
    .forUpdate()
    .executeTakeFirst();
  if (run?.state !== "open") throw new CareError("conflict", ESCALATION_MESSAGES.over);
  await sql`select take_escalation(${runId}::uuid, ${userId}::uuid, now() + make_interval(mins => ${TAKEN_MINUTES}))`.execute(
    db,
  );
}
