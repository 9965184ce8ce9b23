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
import { matcherOf } from "../rules/matches.ts";
import { MAX_COUNTED, type SearchKind } from "../rules.ts";

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
      .select(["t.id", "t.created_at", "t.overdue_after"])
      .select(OPEN.as("is_open"))
      .select(sql<string>`t.diary_id || coalesce(${REPETITION}, t.id::text)`.as("repetition"))
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

/** A query of the index for a notebook. */
export type NotebookQuery = (diaryId: string) => string;

/** Each notebook with its query: looked up one by one, since one condition for all would find no good plan. */
const queriesOf = ({ diaryIds }: Scope, query: NotebookQuery) =>
  sql<{
    diary_id: string;
    query: string;
  }>`unnest(${diaryIds}::uuid[], ${diaryIds.map(query)}::text[])`.as<"k">(sql`k(diary_id, query)`);

/** The rows that a query finds. */
const matching = (scope: Scope, { rows, alias, terms }: Searched, query: NotebookQuery): Rows =>
  rows
    .innerJoin(queriesOf(scope, query), (join) => join.onRef("k.diary_id", "=", `${alias}.diary_id`))
    .where(sql<boolean>`${terms} @@ k.query::tsquery`);

/** How many of the newest rows. */
const NEWEST = 300;

/**
 * One page of the rows of a kind that an exact query finds, newer first; on the first page with their number, which is
 * greater than `MAX_COUNTED` when there are more and only the newest are among the found.
 */
export async function pageExact(
  scope: Scope,
  kind: IndexedKind,
  query: NotebookQuery,
  options: PaginationOptions,
): Promise<{ found: Found[]; count: number; cursor: string | null }> {
  const searched = SEARCHED[kind](scope);
  const some = scope.db.selectFrom(
    matching(scope, searched, query)
      .limit(MAX_COUNTED + 1)
      .as("s"),
  );
  const all = await readPage(scope, kind, searched, options, some as never);
  if (all.count <= MAX_COUNTED) return all;
  return { ...(await readNewest(scope, kind, searched, query, options)), count: all.count, cursor: null };
}

/** As a page, of the newest rows alone: a frequent word is soon found when they are looked through one by one. */
function readNewest(
  scope: Scope,
  kind: IndexedKind,
  searched: Searched,
  query: NotebookQuery,
  options: PaginationOptions,
) {
  const { rows, alias, by, terms } = searched;
  const newest = rows
    .select(terms.as("terms"))
    .select(`${alias}.diary_id`)
    .orderBy(`${alias}.${by}`, "desc")
    .orderBy(`${alias}.id`, "desc")
    .limit(NEWEST);
  const ids = [...scope.diaryIds];
  const queryOfRow = sql`(${ids.map(query)}::text[])[array_position(${ids}::uuid[], s.diary_id)]::tsquery`;
  const found = scope.db.selectFrom(newest.as("s")).where(sql<boolean>`s.terms @@ ${queryOfRow}`);
  return readPage(scope, kind, searched, options, found as never, false);
}

// biome-ignore lint/suspicious/noExplicitAny: as above
type Rows = SelectQueryBuilder<any, any, { id: string }>;

/** A page of rows with the alias `s`, and their number. */
async function readPage(
  { db }: Scope,
  kind: IndexedKind,
  { by }: Searched,
  options: PaginationOptions,
  rows: Rows,
  isCounted = true,
) {
  // The number needs all rows; without it reading ends with the page.
  const total = isCounted ? sql<number>`(count(*) over ())::integer` : sql<number>`0`;
  const listed =
    kind === "task"
      ? oncePerRepetition(db, rows)
      : rows
          .select("s.id")
          .select(sql.ref(`s.${by}`).as(by))
          .select(total.as("total"));
  const page = await paginate({
    options,
    journal: { read: null, write() {} },
    by,
    select: () => db.selectFrom((listed as Rows).as("r")).selectAll("r") as never,
    present: (row: Found & { total: number }) => row,
  });
  return {
    found: page.page,
    count: page.page[0]?.total ?? 0,
    cursor: page.isDone ? null : page.continueCursor,
  };
}

/** Of the tasks of a repetition only one: the next open one, else the last. */
function oncePerRepetition(db: Db, tasks: Rows) {
  const groups = tasks
    .distinctOn(sql`s.repetition` as never)
    .select(["s.id", "s.created_at"])
    .select(sql<number>`(count(*) over (partition by s.repetition))::integer`.as("repetitions"))
    .select(sql<number>`(count(*) over ())::integer`.as("matches"))
    .orderBy(
      sql`s.repetition, s.is_open desc, case when s.is_open then s.overdue_after end, s.overdue_after desc, s.id`,
    );
  return (
    db
      .selectFrom(groups.as("g"))
      .select(["g.id", "g.created_at", "g.repetitions"] as never)
      // Too many matches are too many, however few repetitions they are of.
      .select(
        sql<number>`(case when matches > ${sql.lit(MAX_COUNTED)} then matches else count(*) over () end)::integer`.as(
          "total",
        ),
      )
  );
}

/** The newest rows that are looked through for slips, and the letters of each. */
const MAX_CANDIDATES = 100;
const MAX_LETTERS = 3000;

/** The newest rows of a kind that have all words only with slips, at most `limit`. */
export async function findSlips(
  scope: Scope,
  kind: IndexedKind,
  words: readonly string[],
  query: NotebookQuery,
  limit: number,
): Promise<Found[]> {
  const searched = SEARCHED[kind](scope);
  const { alias, by, text } = searched;
  const candidates = (await matching(scope, searched, query)
    .orderBy(`${alias}.${by}`, "desc")
    .orderBy(`${alias}.id`, "desc")
    .limit(MAX_CANDIDATES)
    .select(sql<string>`left(${text}, ${MAX_LETTERS})`.as("text"))
    .execute()) as { id: string; text: string }[];
  const match = matcherOf(words);
  const found: Found[] = [];
  for (const { id, text: letters } of candidates) {
    if (found.length === limit) break;
    if (match(letters) > 0) found.push({ id, repetitions: 1 });
  }
  return found;
}
