import { type Kysely, sql, type Updateable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../../lib/errors.ts";
import type { NotebookAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import { toTimestamp } from "../../../../server/db/timestamps.ts";
import { serializeTransactions } from "../../../../server/db/turns.ts";
import { type PlansAccess, seesPause, selectPlans } from "../../../plans/server/public.ts";
import { PAUSE_MESSAGES } from "../../rules/messages.ts";
import {
  isCovered,
  isOver,
  MAX_LISTED_PAUSES,
  MAX_OPEN_PAUSES,
  MAX_PAUSE_DISTANCE,
  type PausedTime,
  type PauseKind,
} from "../../rules/pauses.ts";
import type { PauseAccess, PauseRow } from "./access.ts";

type Db = Kysely<Tables>;

/** The pauses of a notebook that concern the reader's plans: open ones first, then the newest. */
export async function listPauses(db: Db, access: PlansAccess) {
  const rows = await selectPauses(db, access)
    .orderBy(sql`u.until_at desc nulls first`)
    .orderBy("u.id", "desc")
    .limit(MAX_LISTED_PAUSES)
    .execute();
  return presentPauses(db, access, rows);
}

/** Pauses that hold at some time between two moments, newest first. */
export async function listPausesBetween(db: Db, access: PlansAccess, from: Date, to: Date) {
  const rows = await selectPauses(db, access)
    .where("u.from_at", "<", toTimestamp(to))
    .where((eb) => eb.or([eb("u.until_at", "is", null), eb("u.until_at", ">", toTimestamp(from))]))
    .orderBy("u.from_at", "desc")
    .limit(MAX_LISTED_PAUSES)
    .execute();
  const seen = await listSeenPlans(db, access, rows);
  return rows.map((row) => toPausedTime(row, seen));
}

/**
 * Pauses that hold at some time between two moments in several notebooks, by notebook; for readers who see all plans of
 * each.
 */
export async function listPausesOfNotebooks(
  db: Db,
  diaryIds: readonly string[],
  from: Date,
  to: Date,
  limit = MAX_LISTED_PAUSES,
) {
  const rows = await db
    .selectFrom("care_pauses as u")
    .selectAll("u")
    .where("u.diary_id", "in", diaryIds)
    .where("u.from_at", "<", toTimestamp(to))
    .where((eb) => eb.or([eb("u.until_at", "is", null), eb("u.until_at", ">", toTimestamp(from))]))
    .orderBy("u.from_at", "desc")
    .limit(limit)
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.diary_id)].map(([diaryId, own]) => [
      diaryId,
      own.map((row) => toPausedTime(row, null)),
    ]),
  );
}

/** The pauses that the reader sees, with the alias `u`. */
export const selectPauses = (db: Db, access: PlansAccess) =>
  db
    .selectFrom("care_pauses as u")
    .selectAll("u")
    .where("u.diary_id", "=", access.diaryId)
    .where(seesPause(access));

/** The ids of all plans that pauses name and the reader sees; null for those who see every plan. */
async function listSeenPlans(
  db: Db,
  access: PlansAccess,
  rows: readonly PauseRow[],
): Promise<Set<string> | null> {
  const named = [...new Set(rows.flatMap(({ plan_ids }) => plan_ids ?? []))];
  if (access.seesTeam || named.length === 0) return null;
  const plans = await selectPlans(db, access).where("p.id", "in", named).execute();
  return new Set(plans.map(({ id }) => id));
}

const toPausedTime = (row: PauseRow, seen: Set<string> | null) => ({
  _id: row.id,
  kind: row.kind as PauseKind,
  planIds: row.plan_ids && seen ? row.plan_ids.filter((id) => seen.has(id)) : row.plan_ids,
  from: row.from_at,
  until: row.until_at,
});

export async function presentPauses(db: Db, access: PlansAccess, rows: readonly PauseRow[]) {
  const seen = await listSeenPlans(db, access, rows);
  const names = await readNames(
    db,
    rows.flatMap(({ started_by, ended_by }) => (ended_by === null ? [started_by] : [started_by, ended_by])),
  );
  return rows.map((row) => ({
    ...toPausedTime(row, seen),
    startedBy: getShownName(names, row.started_by),
    createdAt: row.created_at,
    endedBy: getShownName(names, row.ended_by),
    endedAt: row.ended_at,
    revision: row.revision,
  }));
}

type NewPause = { kind: PauseKind; planIds: string[] | null; fromAt: number; untilAt: number | null };

/** Starts a pause; returns its id. */
export async function insertPause(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  { kind, planIds, fromAt, untilAt }: NewPause,
  now: Date,
): Promise<string> {
  const chosen = planIds && [...new Set(planIds)];
  checkTimes({ fromAt, untilAt }, now);
  if (chosen) await checkPlans(db, diaryId, chosen);
  await serializeTransactions(db, "dose_turns", diaryId);
  const open = await openPauses(db, diaryId, now);
  if (open.length >= MAX_OPEN_PAUSES) throw new CareError("limit", PAUSE_MESSAGES.tooMany);
  await checkOverlap(db, diaryId, { from: fromAt, until: untilAt, planIds: chosen }, null);
  const id = uuidv7();
  await db
    .insertInto("care_pauses")
    .values({
      id,
      diary_id: diaryId,
      kind,
      plan_ids: chosen,
      from_at: new Date(fromAt),
      until_at: untilAt === null ? null : new Date(untilAt),
      started_by: userId,
      created_at: now,
      updated_by: userId,
      updated_at: now,
    })
    .execute();
  return id;
}

/** Changes when a pause begins and ends, until it is over. */
export async function changePause(
  db: Db,
  access: PauseAccess,
  { revision, fromAt, untilAt }: { revision: number; fromAt: number; untilAt: number | null },
  now: Date,
): Promise<void> {
  const pause = await lockPause(db, access, revision, now);
  if (fromAt !== pause.from_at || untilAt !== pause.until_at) checkTimes({ fromAt, untilAt }, now);
  const times = { from: fromAt, until: untilAt, planIds: pause.plan_ids };
  await checkOverlap(db, pause.diary_id, times, pause.id);
  await updatePause(db, pause, {
    from_at: new Date(fromAt),
    until_at: untilAt === null ? null : new Date(untilAt),
    updated_by: access.userId,
    updated_at: now,
  });
}

/** Ends a pause now: doses are due again from now on. A pause that hasn't begun is deleted, for it never held. */
export async function endPause(db: Db, access: PauseAccess, revision: number, now: Date): Promise<void> {
  const pause = await lockPause(db, access, revision, now);
  if (pause.from_at < now.getTime()) {
    await updatePause(db, pause, { until_at: now, ended_by: access.userId, ended_at: now });
    return;
  }
  await db
    .deleteFrom("care_pauses")
    .where("id", "=", pause.id)
    .where("diary_id", "=", pause.diary_id)
    .execute();
}

/** The columns that a change of a pause writes. */
type PauseColumns = Omit<Updateable<Tables["care_pauses"]>, "id" | "diary_id" | "revision">;

const updatePause = (db: Db, { id, diary_id, revision }: PauseRow, values: PauseColumns) =>
  db
    .updateTable("care_pauses")
    .set({ ...values, revision: revision + 1 })
    .where("id", "=", id)
    .where("diary_id", "=", diary_id)
    .execute();

/**
 * Locks the notebook and returns the current pause; refused when another member has changed it since the caller read
 * it.
 */
async function lockPause(db: Db, { pause }: PauseAccess, revision: number, now: Date): Promise<PauseRow> {
  await serializeTransactions(db, "dose_turns", pause.diary_id);
  const row = await db
    .selectFrom("care_pauses")
    .selectAll()
    .where("id", "=", pause.id)
    .where("diary_id", "=", pause.diary_id)
    .executeTakeFirst();
  if (!row) throw new CareError("not-found", PAUSE_MESSAGES.none);
  if (row.revision !== revision) throw new CareError("conflict", PAUSE_MESSAGES.changed);
  if (isOver({ until: row.until_at }, now.getTime())) throw new CareError("conflict", PAUSE_MESSAGES.ended);
  return row;
}

function checkTimes({ fromAt, untilAt }: { fromAt: number; untilAt: number | null }, now: Date): void {
  const isFar = (at: number) => Math.abs(at - now.getTime()) > MAX_PAUSE_DISTANCE;
  if (isFar(fromAt)) throw new CareError("invalid", PAUSE_MESSAGES.distance, { path: "fromAt" });
  if (untilAt !== null && isFar(untilAt))
    throw new CareError("invalid", PAUSE_MESSAGES.distance, { path: "untilAt" });
}

async function checkPlans(db: Db, diaryId: string, planIds: readonly string[]): Promise<void> {
  const { found } = await db
    .selectFrom("medication_plans as p")
    .select((eb) => eb.fn.countAll<number>().as("found"))
    .where("p.diary_id", "=", diaryId)
    .where("p.ended_at", "is", null)
    .where(sql<boolean>`p.id::text = any(${planIds})`)
    .executeTakeFirstOrThrow();
  if (found !== planIds.length) throw new CareError("invalid", PAUSE_MESSAGES.plans, { path: "planIds" });
}

const openPauses = (db: Db, diaryId: string, now: Date) =>
  db
    .selectFrom("care_pauses")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where((eb) => eb.or([eb("until_at", "is", null), eb("until_at", ">", toTimestamp(now))]))
    .limit(MAX_OPEN_PAUSES)
    .execute();

async function checkOverlap(db: Db, diaryId: string, pause: PausedTime, ownId: string | null): Promise<void> {
  let select = db
    .selectFrom("care_pauses")
    .selectAll()
    .where("diary_id", "=", diaryId)
    .where((eb) => eb.or([eb("until_at", "is", null), eb("until_at", ">", toTimestamp(pause.from))]));
  if (pause.until !== null) select = select.where("from_at", "<", toTimestamp(pause.until));
  if (ownId !== null) select = select.where("id", "!=", ownId);
  const others = (await select.execute()).map((row) => toPausedTime(row, null));
  if (isCovered(pause, others)) throw new CareError("conflict", PAUSE_MESSAGES.covered, { path: "fromAt" });
}
