import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { seesTeam } from "../../../lib/visibility.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import { markAllRead, type UpdatesAccess } from "../../updates/server/public.ts";
import { joinTails } from "./picked.ts";

type Db = Kysely<Tables>;

export type ReadMarker = { upTo: number; tail: readonly string[] };

/** The reader's newest mark; with `upTo` the newest one of that time. Null without one. */
export async function readMarker(
  db: Db,
  { diaryId, userId }: { diaryId: string; userId: string },
  upTo?: number,
): Promise<ReadMarker | null> {
  const row = await db
    .selectFrom("handover_marks")
    .select(["up_to", "seen_tail"])
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", userId)
    .$if(upTo !== undefined, (query) => query.where("up_to", "=", toTimestamp(upTo!)))
    .orderBy("position", "desc")
    .limit(1)
    .executeTakeFirst();
  return row ? { upTo: row.up_to, tail: row.seen_tail } : null;
}

type Shown = ReadMarker & { noteId: string | null };

/**
 * Stores the reader's marker. Of two tabs the later time counts, regardless of order; entries shown in one aren't new
 * in the other. While a transaction is in flight the time doesn't advance, and only the tail grows.
 */
export async function markRead(
  db: Db,
  access: { member: NotebookAccess; updates: UpdatesAccess },
  { upTo, tail, noteId }: Shown,
  now: Date,
): Promise<void> {
  await takeTurn(db, access.member);
  const current = await readMarker(db, access.member);
  const at = Math.max(Math.min(upTo, now.getTime()), current?.upTo ?? 0);
  // Handovers within a minute overlap: keys of the earlier one stay in the tail.
  const joined = joinTails([...tail, ...(current?.tail ?? [])], at);
  const known = new Set(current?.tail);
  if (current?.upTo === at && joined.every((key) => known.has(key))) return;
  await insertMarker(db, access.member, { upTo: at, tail: joined, noteId, isUnread: false }, now);
  await markAllRead(db, access.updates, at, now);
}

/** Moves the reader's marker back, so that later entries are shown again. */
export async function markUnreadFrom(db: Db, member: NotebookAccess, upTo: number, now: Date): Promise<void> {
  await takeTurn(db, member);
  const current = await readMarker(db, member);
  if (!current || current.upTo <= upTo) return;
  // What the mark of that time left out stays left out.
  const tail = (await readMarker(db, member, upTo))?.tail ?? [];
  await insertMarker(db, member, { upTo, tail, noteId: null, isUnread: true }, now);
}

/** Of two presses at once, the second one sees the first. */
async function takeTurn(db: Db, { diaryId, userId }: NotebookAccess): Promise<void> {
  const { id } = await db
    .selectFrom("members")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", userId)
    .executeTakeFirstOrThrow();
  await serializeTransactions(db, "handover_turns", id);
}

const insertMarker = (
  db: Db,
  { diaryId, userId }: NotebookAccess,
  { upTo, tail, noteId, isUnread }: Shown & { isUnread: boolean },
  now: Date,
) =>
  db
    .insertInto("handover_marks")
    .values({
      id: uuidv7(),
      diary_id: diaryId,
      user_id: userId,
      up_to: new Date(upTo),
      seen_tail: [...tail],
      note_id: noteId,
      is_unread: isUnread,
      read_at: now,
    })
    .execute();

/** Up to when each member has read, for readers who see the team; only the reader's own for others. Newest first. */
export async function listReceipts(db: Db, { diaryId, userId, role }: NotebookAccess) {
  const rows = await db
    .selectFrom("members as m")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("handover_marks as h")
          .select("h.up_to")
          .whereRef("h.diary_id", "=", "m.diary_id")
          .whereRef("h.user_id", "=", "m.user_id")
          .orderBy("h.position", "desc")
          .limit(1)
          .as("mark"),
      (join) => join.onTrue(),
    )
    .select(["m.user_id", "mark.up_to"])
    .where("m.diary_id", "=", diaryId)
    .$if(!seesTeam(role), (query) => query.where("m.user_id", "=", userId))
    .orderBy(sql`mark.up_to desc nulls last`)
    .orderBy("m.user_id")
    .limit(MAX_RECEIPTS)
    .execute();
  const names = await readNames(
    db,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    userId: row.user_id,
    name: getShownName(names, row.user_id),
    isMe: row.user_id === userId,
    upTo: row.up_to,
  }));
}

const MAX_RECEIPTS = 100;

/** Lists the reader's notebooks, the latest changes first, each with the time up to which it was read. */
export async function listStarts(db: Db, { userId, notebooks }: UpdatesAccess) {
  if (notebooks.length === 0) return [];
  const rows = await db
    .selectFrom("diaries as d")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("handover_marks as h")
          .select("h.up_to")
          .whereRef("h.diary_id", "=", "d.id")
          .where("h.user_id", "=", userId)
          .orderBy("h.position", "desc")
          .limit(1)
          .as("mark"),
      (join) => join.onTrue(),
    )
    .select(["d.id", "d.short_id", "d.time_zone", "p.full_name", "mark.up_to"])
    .where(
      "d.id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    )
    .where("d.is_archived", "=", false)
    .orderBy("d.updated_at", "desc")
    .orderBy("d.id")
    .limit(MAX_STARTS)
    .execute();
  return rows.map((row) => ({
    diaryId: row.id,
    diaryShortId: row.short_id,
    subject: row.full_name,
    timeZone: row.time_zone,
    since: row.up_to,
  }));
}

/** Home shows so many notebooks. */
const MAX_STARTS = 5;
