import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import type { Tables } from "../../../server/db/database.ts";
import { paginate } from "../../../server/db/pages.ts";
import {
  foundBy,
  type RowReader,
  seesComment,
  seesItem,
  seesNote,
  textOfNote,
} from "../../notes/server/public.ts";
import { OPEN, REPETITION } from "../../tasks/server/public.ts";
import { matchesWithSlips } from "../rules/matches.ts";
import type { SearchKind } from "../rules.ts";

type Db = Kysely<Tables>;

/** The rows that a search looks through: those that the reader sees in these notebooks. */
export type Scope = { db: Db; reader: RowReader; diaryIds: readonly string[] };

/** The kinds that the index finds. */
export type IndexedKind = Exclude<SearchKind, "person">;

/** A found row; a task with the number of tasks of its repetition that were found. */
export type Found = { id: string; repetitions?: number };

/** Rows of a kind: the id, the time that orders them, and the text and terms that find them. */
type Searched = {
  // biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
  rows: SelectQueryBuilder<any, any, { id: string }>;
  alias: string;
  by: "created_at" | "note_day";
  text: RawBuilder<string | null>;
  terms: RawBuilder<string>;
};

// The terms are written exactly as in the indexes.
const SEARCHED: Record<IndexedKind, (scope: Scope) => Searched> = {
  note: ({ db, reader, diaryIds }) => ({
    rows: db
      .selectFrom("notes as n")
      .select(["n.id", "n.note_day"])
      .where("n.diary_id", "in", diaryIds)
      .where(seesNote("n", reader)),
    alias: "n",
    by: "note_day",
    text: textOfNote("n"),
    terms: foundBy("n"),
  }),
  comment: ({ db, reader, diaryIds }) => ({
    rows: db
      .selectFrom("comments as c")
      .leftJoin("tasks as t", (join) =>
        join.onRef("t.diary_id", "=", "c.diary_id").onRef("t.id", "=", "c.task_id"),
      )
      .leftJoin("diary_programs as g", (join) =>
        join.onRef("g.diary_id", "=", "c.diary_id").onRef("g.id", "=", "c.diary_program_id"),
      )
      .leftJoin("notes as n", (join) =>
        join
          .onRef("n.diary_id", "=", "c.diary_id")
          .on("n.id", "=", sql<string>`coalesce(c.note_id, t.note_id, g.note_id)`),
      )
      .select(["c.id", "c.created_at"])
      .where("c.diary_id", "in", diaryIds)
      // An encrypted comment has no content that could be searched.
      .where("c.content", "is not", null)
      .where(seesComment("c", reader))
      .where(seesItem("n", reader, "t")),
    alias: "c",
    by: "created_at",
    text: sql`c.content`,
    terms: sql`find_terms(c.diary_id, c.content, null)`,
  }),
  task: ({ db, reader, diaryIds }) => ({
    rows: db
      .selectFrom("tasks as t")
      .leftJoin("notes as n", (join) =>
        join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
      )
      .select(["t.id", "t.created_at"])
      .where("t.diary_id", "in", diaryIds)
      .where(seesItem("n", reader, "t")),
    alias: "t",
    by: "created_at",
    text: sql`(t.title || ' ' || t.description)`,
    terms: sql`find_terms(t.diary_id, t.title || ' ' || t.description, null)`,
  }),
  file: ({ db, reader, diaryIds }) => ({
    rows: db
      .selectFrom("attachments as a")
      .innerJoin("notes as n", (join) =>
        join.onRef("n.diary_id", "=", "a.diary_id").onRef("n.id", "=", "a.note_id"),
      )
      .select(["a.id", "a.created_at"])
      .where("a.diary_id", "in", diaryIds)
      .where(seesNote("n", reader)),
    alias: "a",
    by: "created_at",
    text: sql`a.filename`,
    terms: sql`find_terms(a.diary_id, a.filename, null)`,
  }),
};

/** One page of the rows of a kind that an exact query finds, newer first; on the first page with their number. */
export async function pageExact(
  scope: Scope,
  kind: IndexedKind,
  query: string,
  options: PaginationOptions,
): Promise<{ found: Found[]; count: number; cursor: string | null }> {
  const { rows, by, terms } = SEARCHED[kind](scope);
  const matching = rows.where(sql<boolean>`${terms} @@ ${query}::tsquery`);
  const page = await paginate({
    options,
    journal: { read: null, write() {} },
    by,
    select: () =>
      scope.db
        .selectFrom((kind === "task" ? oncePerRepetition(scope.db, matching) : matching).as("r"))
        .selectAll("r")
        .select(sql<number>`(count(*) over ())::integer`.as("total")) as never,
    present: (row: Found & { total: number }) => row,
  });
  return {
    found: page.page,
    count: page.page[0]?.total ?? 0,
    cursor: page.isDone ? null : page.continueCursor,
  };
}

/** Of the tasks of a repetition only one: the next open one, else the last. */
// biome-ignore lint/suspicious/noExplicitAny: as above
function oncePerRepetition(db: Db, tasks: SelectQueryBuilder<any, any, { id: string }>) {
  const placed = tasks
    .select(["t.overdue_after"])
    .select(OPEN.as("is_open"))
    .select(sql<string>`t.diary_id || coalesce(${REPETITION}, t.id::text)`.as("repetition"));
  return db
    .selectFrom(placed.as("u"))
    .distinctOn(sql`u.repetition` as never)
    .select(["u.id", "u.created_at"] as never)
    .select(sql<number>`(count(*) over (partition by u.repetition))::integer`.as("repetitions"))
    .orderBy(
      sql`u.repetition, u.is_open desc, case when u.is_open then u.overdue_after end, u.overdue_after desc, u.id`,
    );
}

/** The newest rows that are looked through for slips, and the letters of each. */
const MAX_CANDIDATES = 150;
const MAX_LETTERS = 5000;

/** The newest rows of a kind that have all words only with slips, at most `limit`. */
export async function findSlips(
  scope: Scope,
  kind: IndexedKind,
  words: readonly string[],
  query: { nearly: string; exactly: string },
  limit: number,
): Promise<Found[]> {
  const { rows, alias, by, text, terms } = SEARCHED[kind](scope);
  const candidates = (await rows
    .where(sql<boolean>`${terms} @@ ${`(${query.nearly}) & !(${query.exactly})`}::tsquery`)
    .orderBy(`${alias}.${by}`, "desc")
    .orderBy(`${alias}.id`, "desc")
    .limit(MAX_CANDIDATES)
    .select(sql<string>`left(${text}, ${MAX_LETTERS})`.as("text"))
    .execute()) as { id: string; text: string }[];
  const found: Found[] = [];
  for (const { id, text: searched } of candidates) {
    if (found.length === limit) break;
    if (matchesWithSlips(words, searched)) found.push({ id, repetitions: 1 });
  }
  return found;
}
