import { type Kysely, sql, type Updateable } from "kysely";
import { DAY } from "../../../lib/dates/time.ts";
import { CareError } from "../../../lib/errors.ts";
import type { Tables } from "../../../server/db/database.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { BINDINGS, type PlanAccess, type Sealer } from "../../plans/server/public.ts";
import type { LimitName } from "../rules/dose-conflicts.ts";
import { JUST_GIVEN_MS } from "../rules/just-given.ts";
import { CLOCK_TOLERANCE_MS, MAX_DAYS_BACK } from "../rules/limits.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import type { DoseState } from "../rules/slot-states.ts";
import type { EntryValues } from "../schema.ts";
import type { DoseRow } from "./access.ts";
import type { Conflict, ConflictFact } from "./refusals.ts";

/** Shared by all entries in the ledger: finding their conflicts, and adding them to the history. */

type Db = Kysely<Tables>;

/** What becomes of an entry; see the schema. */
export type Outcome =
  | { outcome: "written"; doseId: string; isExtra: boolean }
  | { outcome: "refused"; conflicts: ConflictFact[] };

/** The outcome of an entry that was written before: a device that got no answer sends it again. */
export async function findEarlierOutcome(
  db: Db,
  { plan }: PlanAccess,
  entryId: string,
): Promise<Outcome | null> {
  const found = await db
    .selectFrom("dose_entries as e")
    .innerJoin("doses as d", "d.id", "e.dose_id")
    .select(["d.id", "d.extra_of", "d.plan_id"])
    .where("e.id", "=", entryId)
    .executeTakeFirst();
  if (!found) return null;
  // The id of another plan's entry reveals nothing about it.
  if (found.plan_id !== plan.id) throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  return { outcome: "written", doseId: found.id, isExtra: found.extra_of !== null };
}

/**
 * When something happened, by the server's clock: a phone's may be wrong, and then so is the moment of its tap. The time
 * between sending and arriving counts as the difference of the clocks. `madeAt`: when the device sent it by the server's
 * clock, for an operation that waited in an outbox when it was made.
 */
export function toServerTime(
  moment: number,
  { sentAt, path, madeAt }: { sentAt: number; path: string; madeAt?: Date },
  now: Date,
): Date {
  const ahead = sentAt - (madeAt ?? now).getTime();
  return checkPast(moment - (Math.abs(ahead) > CLOCK_TOLERANCE_MS ? ahead : 0), path, now);
}

/** A moment by the server's clock, which isn't in the future and not so long ago that a clock must be wrong. */
export function checkPast(moment: number, path: string, now: Date): Date {
  // A phone's clock may be some seconds ahead.
  if (moment > now.getTime() + CLOCK_TOLERANCE_MS)
    throw new CareError("invalid", DOSE_MESSAGES.future, { path });
  if (moment < now.getTime() - MAX_DAYS_BACK * DAY)
    throw new CareError("invalid", DOSE_MESSAGES.tooLongAgo, { path });
  return new Date(Math.min(moment, now.getTime()));
}

/** The columns of a dose that entries write; the others identify the dose. */
export type DoseColumns = Omit<
  Updateable<Tables["doses"]>,
  "id" | "diary_id" | "plan_id" | "plan_version" | "slot" | "due_at" | "revision"
>;

export type Giver = { givenBy?: string | undefined; givenByName?: string | undefined };

/** The giver of a dose: a member or a name; the caller by default. */
export async function readGiver(
  db: Db,
  { diaryId, userId }: PlanAccess,
  { givenBy, givenByName }: Giver,
): Promise<Pick<DoseColumns, "given_by" | "given_by_name">> {
  if (givenByName !== undefined) return { given_by: null, given_by_name: givenByName };
  if (givenBy === undefined || givenBy === userId) return { given_by: userId, given_by_name: null };
  const member = await db
    .selectFrom("members")
    .select("user_id")
    .where("diary_id", "=", diaryId)
    .where(sql<boolean>`user_id::text = ${givenBy}`)
    .executeTakeFirst();
  if (!member) throw new CareError("invalid", DOSE_MESSAGES.giver, { path: "givenBy" });
  return { given_by: member.user_id, given_by_name: null };
}

export async function listConflicts(
  db: Db,
  planId: string,
  version: number,
  { id, slot, givenAt, amount }: { id: string; slot: string | null; givenAt: Date; amount: number },
): Promise<Conflict[]> {
  const { rows } = await sql<{ id: string; limit_name: LimitName }>`
    select id, limit_name from dose_conflicts(${planId}::uuid, ${version}::int, ${id}::uuid, ${slot}::text,
      ${givenAt}::timestamptz, ${amount}::numeric)`.execute(db);
  return rows.map((row) => ({ id: row.id, limit: row.limit_name }));
}

/** Nobody gives so many within minutes; a caller can name 200. */
const MAX_JUST_GIVEN = 100;

/** The doses of the same plan that were given a moment before or after an unplanned one; oldest first. */
export async function listJustGiven(db: Db, planId: string, id: string, givenAt: Date): Promise<Conflict[]> {
  const toMomentAround = (ms: number) => toTimestamp(givenAt.getTime() + ms);
  const rows = await db
    .selectFrom("doses")
    .select("id")
    .where("plan_id", "=", planId)
    // Written as in the index.
    .where(sql<boolean>`state = 'given'`)
    .where("given_at", ">", toMomentAround(-JUST_GIVEN_MS))
    .where("given_at", "<", toMomentAround(JUST_GIVEN_MS))
    .where("id", "!=", id)
    .orderBy("given_at")
    .limit(MAX_JUST_GIVEN)
    .execute();
  return rows.map((row) => ({ id: row.id, limit: "justGiven" }));
}

/** A claim of the dose by another member that hasn't expired. */
export const listClaims = (head: DoseRow | null, userId: string, now: Date): Conflict[] =>
  head?.state === "claimed" && head.recorded_by !== userId && (head.claimed_until ?? 0) > now.getTime()
    ? [{ id: head.id, limit: "claim" }]
    : [];

type WordColumns = Required<Pick<DoseColumns, "words" | "sealed_words">>;

export const NO_WORDS: WordColumns = { words: null, sealed_words: null };

export const toWordColumns = ({ open, sealed }: ReturnType<Sealer>): WordColumns => ({
  words: open,
  sealed_words: sealed,
});

type NewEntry = {
  id: string;
  doseId: string;
  revision: number;
  kind: string;
  note: string;
  why: string;
  /** When it was recorded as not given, and why: the dose may stay as it is. */
  report?: { saidAt: Date; reason: string } | undefined;
};

/** Adds to the history of a dose what it is now. */
export async function addEntry(
  db: Db,
  { plan, userId }: PlanAccess,
  seal: Sealer,
  entry: NewEntry,
  now: Date,
): Promise<void> {
  const { id, doseId, revision, kind, note, why, report } = entry;
  const row = await db
    .selectFrom("doses")
    .selectAll()
    .where("id", "=", doseId)
    .where("diary_id", "=", plan.diary_id)
    .executeTakeFirstOrThrow();
  const values: EntryValues = {
    state: row.state as DoseState,
    slot: row.slot,
    dueAt: row.due_at,
    reason: report?.reason ?? row.reason,
    amount: row.amount,
    givenAt: row.given_at,
    givenBy: row.given_by,
    givenByName: row.given_by_name,
    against: row.against,
    doubts: row.doubts,
    extraOf: row.extra_of,
    helped: row.helped as EntryValues["helped"] & string,
    helpedAt: row.helped_at,
    reviewedAt: row.reviewed_at,
    ...(report && { saidAt: report.saidAt.getTime() }),
  };
  await db
    .insertInto("dose_entries")
    .values({
      id,
      dose_id: doseId,
      revision,
      diary_id: plan.diary_id,
      kind,
      values: JSON.stringify(values),
      ...(note === "" && why === "" ? NO_WORDS : toWordColumns(seal(BINDINGS.entry(id), { note, why }))),
      by_user: userId,
      at: now,
    })
    .execute();
}
