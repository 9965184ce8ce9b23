import { type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import { type RowReader, seesComment, seesItem, seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { paginate } from "../../../server/db/pages.ts";
import { getNoteText, toSearchTerms } from "../../notes/server/public.ts";
import { seesPlan } from "../../plans/server/public.ts";
import { OPEN, REPETITION } from "../../tasks/server/public.ts";
import { getMatcher } from "../rules/matches.ts";
import { MAX_COUNTED, type SearchKind } from "../rules.ts";

type Db = Kysely<Tables>;

/** The searched rows: those the reader sees in these notebooks. */
export type Scope = { db: Db; reader: RowReader; diaryIds: readonly string[] };

/** The kinds that the index finds. */
export type IndexedKind = Exclude<SearchKind, "person">;

/** A found row; a task with the number of tasks of its repetition that were found. */
export type Found = { id: string; repetitions?: number };

// biome-ignore lint/suspicious/noExplicitAny: the tables differ by kind
type AnyDb = Kysely<any>;
// biome-ignore lint/suspicious/noExplicitAny: the same
type Rows<Selected = { id: string }> = SelectQueryBuilder<any, any, Selected>;

/** The table of a kind, how its rows are found and ordered, and which of them the reader sees. */
type Searched = {
  table: "notes" | "comments" | "tasks" | "attachments" | "medication_plans" | "doses";
  alias: "n" | "c" | "t" | "a" | "p" | "o";
  columns: readonly string[];
  by: "created_at" | "note_day" | "recorded_at";
  text: RawBuilder<string | null>;
  /** Written exactly as in the index. */
  terms: RawBuilder<string>;
  /** The condition of a partial index. */
  isIndexed?: RawBuilder<boolean>;
  visible: (rows: Rows, scope: Scope) => Rows;
};

/** Notes of a day are in the order of storing. */
const getOrder = (by: Searched["by"]) => (by === "note_day" ? ["note_day", "created_at"] : [by]);

const orderByNewest = (alias: string, by: Searched["by"]) =>
  sql.join([...getOrder(by), "id"].map((column) => sql`${sql.ref(`${alias}.${column}`)} desc`));

const SEARCHED: Record<IndexedKind, Searched> = {
  note: {
    table: "notes",
    alias: "n",
    columns: ["visibility", "created_by", "title", "content", "tags", "is_from_plans"],
    by: "note_day",
    text: getNoteText("n"),
    terms: toSearchTerms("n"),
    // A list that is written from the plans has their words, and they are found.
    visible: (rows, { reader }) => rows.where(seesNote("n", reader)).where("n.is_from_plans", "=", false),
  },
  comment: {
    table: "comments",
    alias: "c",
    columns: ["visibility", "created_by", "content", "note_id", "task_id", "diary_program_id"],
    by: "created_at",
    text: sql`c.content`,
    terms: sql`find_terms(c.diary_id, c.content, null)`,
    // An encrypted comment has no content that could be searched.
    isIndexed: sql`c.content is not null`,
    visible: (rows, scope) =>
      withNote(
        rows
          .leftJoin("tasks as t", (join) =>
            join.onRef("t.id", "=", "c.task_id").on("t.diary_id", "in", scope.diaryIds),
          )
          .leftJoin("diary_programs as g", (join) =>
            join.onRef("g.id", "=", "c.diary_program_id").on("g.diary_id", "in", scope.diaryIds),
          ),
        scope,
        sql`coalesce(c.note_id, t.note_id, g.note_id)`,
      )
        .where(seesComment("c", scope.reader))
        .where(seesItem("n", scope.reader, "t")),
  },
  task: {
    table: "tasks",
    alias: "t",
    columns: [
      ...["title", "description", "status", "assigned_to", "note_id", "overdue_after"],
      ...["series_id", "linked_diary_program_id", "activity_template_id"],
    ],
    by: "created_at",
    text: sql`(t.title || ' ' || t.description)`,
    terms: sql`find_terms(t.diary_id, t.title || ' ' || t.description, null)`,
    visible: (rows, scope) =>
      withNote(rows, scope, sql`t.note_id`)
        .select("t.overdue_after")
        .select(OPEN.as("is_open"))
        .select(sql<string>`t.diary_id || coalesce(${REPETITION}, t.id::text)`.as("repetition"))
        .where(seesItem("n", scope.reader, "t")),
  },
  plan: {
    table: "medication_plans",
    alias: "p",
    columns: ["visibility", "created_by", "facts"],
    by: "created_at",
    text: sql`plan_text(p.facts)`,
    terms: sql`find_terms(p.diary_id, plan_text(p.facts), null)`,
    // An encrypted plan has no words that could be searched, and neither have the doses of one.
    isIndexed: sql`p.facts is not null`,
    visible: (rows, { reader }) => rows.where(seesPlan("p", reader)),
  },
  dose: {
    table: "doses",
    alias: "o",
    columns: ["plan_id", "words"],
    by: "recorded_at",
    text: sql`o.words ->> 'note'`,
    terms: sql`find_terms(o.diary_id, o.words ->> 'note', null)`,
    isIndexed: sql`o.words is not null`,
    visible: (rows, { reader, diaryIds }) =>
      rows
        .innerJoin("medication_plans as p", (join) =>
          join.on("p.id", "=", sql`o.plan_id`).on("p.diary_id", "in", diaryIds),
        )
        .where(seesPlan("p", reader)),
  },
  file: {
    table: "attachments",
    alias: "a",
    columns: ["filename", "description", "note_id"],
    by: "created_at",
    text: sql`(a.filename || coalesce(' ' || a.description, ''))`,
    terms: sql`find_terms(a.diary_id, a.filename || coalesce(' ' || a.description, ''), null)`,
    visible: (rows, scope) =>
      withNote(rows, scope, sql`a.note_id`)
        .where(sql<boolean>`n.id is not null`)
        .where(seesNote("n", scope.reader)),
  },
};

/** Rows with the note that they belong to, if any. The notebooks are named, so that no more than their notes are read. */
const withNote = (rows: Rows, { diaryIds }: Scope, noteId: RawBuilder<unknown>): Rows =>
  rows.leftJoin("notes as n", (join) => join.on("n.id", "=", noteId).on("n.diary_id", "in", diaryIds));

/** A query of the index for a notebook. */
export type NotebookQuery = (diaryId: string) => string;

/** The rows of a table in these notebooks, before anybody's rights. */
const getRows = ({ db, diaryIds }: Scope, { table, alias, columns, by }: Searched): Rows =>
  (db as AnyDb)
    .selectFrom(`${table} as ${alias}`)
    .select(["id", "diary_id", ...getOrder(by), ...columns].map((column) => `${alias}.${column}`))
    .where(`${alias}.diary_id`, "in", diaryIds)
    .$castTo<{ id: string }>();

/** The same with the alias of the table, only rows that the reader sees. */
function visibleRows(scope: Scope, searched: Searched, rows: Rows): Rows {
  const { alias, by } = searched;
  const seen = (scope.db as AnyDb)
    .selectFrom(rows.as(alias))
    .select(["id", ...getOrder(by)].map((column) => `${alias}.${column}`))
    .$castTo<{ id: string }>();
  return searched.visible(seen, scope);
}

/**
 * The rows that a query finds. Looked up by the index first, notebook by notebook, and only then joined with the tables
 * of visibility: the offset stops PostgreSQL from doing it the other way round.
 */
function matching(scope: Scope, searched: Searched, query: NotebookQuery): Rows {
  const rows = getRows(scope, searched).where(searched.isIndexed ?? sql<boolean>`true`);
  return visibleRows(scope, searched, inEach(scope, searched, query, rows).offset(sql<number>`0`));
}

function inEach({ diaryIds }: Scope, { terms, alias }: Searched, query: NotebookQuery, rows: Rows): Rows {
  const [first, ...others] = diaryIds;
  // With a join, PostgreSQL finds no plan by the index when there is only one notebook.
  if (others.length === 0) return rows.where(sql<boolean>`${terms} @@ ${query(first!)}::tsquery`);
  const queries = sql<{
    diary_id: string;
    query: string;
  }>`unnest(${diaryIds}::uuid[], ${diaryIds.map(query)}::text[])`.as<"k">(sql`k(diary_id, query)`);
  return rows
    .innerJoin(queries, (join) => join.onRef("k.diary_id", "=", `${alias}.diary_id`))
    .where(sql<boolean>`${terms} @@ k.query::tsquery`);
}

/** How many of the newest rows. */
const NEWEST = 200;

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
  const searched = SEARCHED[kind];
  const some = scope.db.selectFrom(
    matching(scope, searched, query)
      .limit(MAX_COUNTED + 1)
      .as("s"),
  );
  const all = await readPage(scope, kind, searched, options, some);
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
  const { alias, by, terms } = searched;
  const newest = visibleRows(scope, searched, getRows(scope, searched))
    .select(terms.as("terms"))
    .select(`${alias}.diary_id`)
    .orderBy(orderByNewest(alias, by))
    .limit(NEWEST);
  const ids = [...scope.diaryIds];
  const queryOfRow = sql`(${ids.map(query)}::text[])[array_position(${ids}::uuid[], s.diary_id)]::tsquery`;
  const found = scope.db.selectFrom(newest.as("s")).where(sql<boolean>`s.terms @@ ${queryOfRow}`);
  return readPage(scope, kind, searched, options, found, false);
}

/** A page of rows with the alias `s`, and their number. */
async function readPage(
  { db }: Scope,
  kind: IndexedKind,
  { by }: Searched,
  options: PaginationOptions,
  rows: Rows<object>,
  isCounted = true,
) {
  // The number needs all rows; without it reading ends with the page.
  const total = isCounted ? sql<number>`(count(*) over ())::integer` : sql<number>`0`;
  const listed =
    kind === "task"
      ? oncePerRepetition(db, rows)
      : rows
          .select("s.id")
          .select(getOrder(by).map((column) => sql.ref(`s.${column}`).as(column)))
          .select(total.as("total"));
  const page = await paginate({
    options,
    journal: { read: null, write() {} },
    by: by === "recorded_at" ? sql<number>`r.recorded_at` : by,
    select: () =>
      db
        .selectFrom((listed as Rows).as("r"))
        .selectAll("r")
        .$castTo<Found & { total: number }>(),
    present: (row: Found & { total: number }) => row,
  });
  return {
    found: page.page,
    count: page.page[0]?.total ?? 0,
    cursor: page.isDone ? null : page.continueCursor,
  };
}

/** Of the tasks of a repetition only one: the next open one, else the last. */
function oncePerRepetition(db: Db, tasks: Rows<object>) {
  const groups = tasks
    .distinctOn(sql`s.repetition`)
    .select(["s.id", "s.created_at"])
    .select(sql<number>`(count(*) over (partition by s.repetition))::integer`.as("repetitions"))
    .select(sql<number>`(count(*) over ())::integer`.as("matches"))
    .orderBy(
      sql`s.repetition, s.is_open desc, case when s.is_open then s.overdue_after end, s.overdue_after desc, s.id`,
    );
  return (
    db
      .selectFrom(groups.as("g"))
      .select(["g.id", "g.created_at", "g.repetitions"])
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
  const searched = SEARCHED[kind];
  const { alias, by, text } = searched;
  const newest = scope.db
    .selectFrom(matching(scope, searched, query).limit(MAX_COUNTED).as("s"))
    .select("s.id")
    .orderBy(orderByNewest("s", by))
    .limit(MAX_CANDIDATES);
  // The text of these alone is read.
  const candidates = (await getRows(scope, searched)
    .clearSelect()
    .select([`${alias}.id`])
    .select(sql<string>`left(${text}, ${MAX_LETTERS})`.as("text"))
    .where(`${alias}.id`, "in", newest)
    .orderBy(`${alias}.${by}`, "desc")
    .orderBy(`${alias}.id`, "desc")
    .execute()) as { id: string; text: string }[];
  const match = getMatcher(words);
  const found: Found[] = [];
  for (const { id, text: letters } of candidates) {
    if (found.length === limit) break;
    if (match(letters) > 0) found.push({ id, repetitions: 1 });
  }
  return found;
}
