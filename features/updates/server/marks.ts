import { type Kysely, type OnConflictBuilder, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Tables } from "../../../server/db/database.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import type { TargetAccess } from "../../comments/server/public.ts";
import { isReadWhenShown, type NewType, type Subject } from "../rules.ts";
import type { UpdatesAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** The columns of a read marker of one item; all three are null in the marker of a whole notebook. */
const COLUMNS = { note: "note_id", task: "task_id", program: "diary_program_id" } as const;

const CONFLICT = ["user_id", "diary_id", "note_id", "task_id", "diary_program_id"] as const;

/** An existing marker keeps the later time: it never goes back. */
const keepLater = (column: "up_to" | "shown_up_to") => (conflict: OnConflictBuilder<Tables, "read_marks">) =>
  conflict.columns(CONFLICT).doUpdateSet({
    [column]: sql`greatest(${sql.ref(`read_marks.${column}`)}, ${sql.ref(`excluded.${column}`)})`,
  });

/** Clients know times in whole milliseconds, the database in microseconds. */
export const readMomentAfter = (upTo: number, now: Date) => new Date(Math.min(upTo + 1, now.getTime()));

/** Records that the reader has opened an item. */
export async function markRead(
  db: Db,
  { userId, diaryId, target }: TargetAccess,
  upTo: number,
  now: Date,
): Promise<void> {
  await db
    .insertInto("read_marks")
    .values({
      id: uuidv7(),
      diary_id: diaryId,
      user_id: userId,
      [COLUMNS[target.targetType]]: target.targetId,
      up_to: readMomentAfter(upTo, now),
    })
    .onConflict(keepLater("up_to"))
    .execute();
}

/** Records that the reader has read everything in these notebooks; marks on single items have no effect then. */
export async function markAllRead(
  db: Db,
  { userId, notebooks }: UpdatesAccess,
  upTo: number,
  now: Date,
): Promise<void> {
  if (notebooks.length === 0) return;
  const at = readMomentAfter(upTo, now);
  await db
    .insertInto("read_marks")
    .values(notebooks.map(({ diaryId }) => ({ id: uuidv7(), diary_id: diaryId, user_id: userId, up_to: at })))
    .onConflict(keepLater("up_to"))
    .execute();
  await db
    .deleteFrom("read_marks")
    .where("user_id", "=", userId)
    .where(
      "diary_id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    )
    .where((eb) =>
      eb.or([
        eb("note_id", "is not", null),
        eb("task_id", "is not", null),
        eb("diary_program_id", "is not", null),
      ]),
    )
    .where("up_to", "<=", toTimestamp(at))
    .execute();
}

/** Records that the reader was shown new members and done tasks in these notebooks. */
export async function markShown(
  db: Db,
  { userId, notebooks }: UpdatesAccess,
  upTo: number,
  now: Date,
): Promise<void> {
  if (notebooks.length === 0) return;
  const at = readMomentAfter(upTo, now);
  await db
    .insertInto("read_marks")
    .columns(["id", "diary_id", "user_id", "up_to", "shown_up_to"])
    .expression((eb) =>
      eb
        .selectFrom("members as m")
        .select([
          sql<string>`gen_random_uuid()`.as("id"),
          "m.diary_id",
          "m.user_id",
          "m.joined_at",
          sql<Date>`${at}::timestamptz`.as("shown_up_to"),
        ])
        .where("m.user_id", "=", userId)
        .where(
          "m.diary_id",
          "in",
          notebooks.map(({ diaryId }) => diaryId),
        ),
    )
    .onConflict(keepLater("shown_up_to"))
    .execute();
}

/** A reader's read markers, for the updates of a list. */
export type ReadUpTo = (update: { diaryId: string; type: NewType; thing: Subject }) => number;

/**
 * Up to when the reader has read the subjects of updates: the item, or its whole notebook; at first the time when they
 * joined.
 */
export async function readUpTo(
  db: Db,
  { userId, notebooks }: UpdatesAccess,
  things: readonly Subject[],
): Promise<ReadUpTo> {
  const ids = [...new Set(things.map(({ id }) => id))];
  const rows = await db
    .selectFrom("members as m")
    .leftJoin("read_marks as r", (join) =>
      join
        .onRef("r.diary_id", "=", "m.diary_id")
        .on("r.user_id", "=", userId)
        .on(sql<boolean>`(num_nonnulls(r.note_id, r.task_id, r.diary_program_id) = 0
          or coalesce(r.note_id, r.task_id, r.diary_program_id) = any(${ids}::uuid[]))`),
    )
    .select(["m.diary_id", "m.joined_at", "r.up_to", "r.shown_up_to"])
    .select(sql<string | null>`coalesce(r.note_id, r.task_id, r.diary_program_id)`.as("thing_id"))
    .where("m.user_id", "=", userId)
    .where(
      "m.diary_id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    )
    .execute();
  const whole = new Map<string, { read: number; shown: number }>();
  const marks = new Map<string, number>();
  for (const row of rows) {
    if (row.thing_id !== null) marks.set(row.thing_id, row.up_to!);
    const known = whole.get(row.diary_id) ?? { read: row.joined_at, shown: row.joined_at };
    if (row.thing_id === null && row.up_to !== null) {
      known.read = row.up_to;
      known.shown = Math.max(row.up_to, row.shown_up_to ?? 0);
    }
    whole.set(row.diary_id, known);
  }
  return ({ diaryId, type, thing }) => {
    const { read, shown } = whole.get(diaryId) ?? { read: 0, shown: 0 };
    return Math.max(isReadWhenShown(type) ? shown : read, marks.get(thing.id) ?? 0);
  };
}
