import {
  type Expression,
  expressionBuilder,
  type Kysely,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { isFullId } from "../../../lib/ids.ts";
import { isOpenToAdmins } from "../../../server/access/visibility.ts";

/** The listed tables by their names in the database. */
export type ListedTable =
  | "users"
  | "diaries"
  | "notes"
  | "note_types"
  | "attachments"
  | "tasks"
  | "comments"
  | "members"
  | "invitations"
  | "programs"
  | "diary_programs"
  | "phase_progress"
  | "activity_activations"
  | "exports"
  | "audit_events";

/** The rows of a table that its list has, where it hasn't all: the exports of programs. */
const LISTED: Partial<Record<ListedTable, { column: string; value: string }>> = {
  exports: { column: "kind", value: "program" },
};

/** The rows of a listed table. */
export function readListedRows(db: AnyDb, table: ListedTable, alias: "r" | "t" = "r") {
  const rows = db.selectFrom(`${table} as ${alias}`);
  const only = LISTED[table];
  // Written out, as in the partial index.
  return only ? rows.where(`${alias}.${only.column}`, "=", sql.lit(only.value)) : rows;
}

/** A condition, backed by an index, on rows of a table with the alias `r`. */
type Condition = Expression<SqlBool>;

// biome-ignore lint/suspicious/noExplicitAny: tables and columns are identified by their names here
type AnyDb = Kysely<any>;

/**
 * The searches of each table; a row is found by any of them. Words match the words of a name in any order, the last one
 * as a prefix; ids match whole. The text of hidden notes is never searched (docs/how/admin.md).
 */
const SEARCHES: Record<ListedTable, (by: Finders) => (Condition | Promise<Condition | null>)[]> = {
  users: (by) => [by.words("r.name || ' ' || r.email"), by.text("clerk_user_id")],
  diaries: (by) => [by.words("r.name"), by.text("short_id"), by.person("created_by")],
  notes: (by) => [by.both(isOpenToAdmins("r"), by.words("r.title")), by.text("short_id"), by.notebook()],
  note_types: (by) => [by.words("r.type_id || ' ' || r.name || ' ' || r.description")],
  attachments: (by) => [
    by.both(sql`not r.is_encrypted`, by.onOpenNote(), by.words("r.filename")),
    by.notebook(),
  ],
  tasks: (by) => [by.both(by.onOpenNote(), by.words("r.title")), by.notebook()],
  comments: (by) => [by.notebook(), by.person("created_by")],
  members: (by) => [by.notebook(), by.person("user_id")],
  invitations: (by) => [by.words("r.email"), by.notebook()],
  programs: (by) => [by.words("r.name || ' ' || r.category"), by.text("short_id")],
  diary_programs: (by) => [by.notebook(), by.program("id")],
  phase_progress: (by) => [by.notebook(), by.program("diary_program_id")],
  activity_activations: (by) => [by.notebook(), by.program("diary_program_id")],
  exports: (by) => [by.notebook(), by.program("diary_program_id"), by.person("generated_by")],
  audit_events: (by) => [
    by.beginning("event_type"),
    by.text("target_id"),
    by.notebook(),
    by.person("actor_id"),
  ],
};

/** The highest character: appended to a prefix it is the upper bound of the texts that begin with it. */
const LAST = "\u{10FFFF}";

/** The most notebooks, people or programs with a matching name whose rows are found. */
const MAX_NAMES = 500;

const words = (names: string, text: string) =>
  sql<SqlBool>`name_terms(${sql.raw(names)}) @@ note_query(${text}::text, null)`;

type Finders = ReturnType<typeof getFinders>;

function getFinders(db: AnyDb, text: string) {
  // biome-ignore lint/suspicious/noExplicitAny: as above
  const eb = expressionBuilder<any, any>();
  // A lookup of one note by id; with `exists` PostgreSQL might scan all notes.
  const openNote = (noteId: string): Condition => {
    const isOpen = db
      .selectFrom("notes as n")
      .select(isOpenToAdmins("n").as("is_open"))
      .whereRef("n.id", "=", noteId);
    return sql`coalesce((${isOpen}), ${sql.ref(noteId)} is null)`;
  };
  /**
   * Rows that refer to one of the newest `MAX_NAMES` matches. The matches are queried first: without any, no rows need
   * to be read; otherwise PostgreSQL knows their number and plans well.
   */
  const referringTo = async (
    column: string,
    // biome-ignore lint/suspicious/noExplicitAny: as above
    named: SelectQueryBuilder<any, any, any>,
    id: string,
  ): Promise<Condition | null> => {
    const rows = await named.select(`${id} as id`).orderBy(id, "desc").limit(MAX_NAMES).execute();
    const ids = rows.map((row) => row.id as string);
    return ids.length > 0 ? sql<SqlBool>`${sql.ref(`r.${column}`)} = any(${ids}::uuid[])` : null;
  };
  return {
    words: (names: string): Condition => words(names, text),
    text: (column: string): Condition => eb(`r.${column}`, "=", text),
    beginning(column: string): Condition {
      const start = text.toLowerCase();
      const lower = sql`lower(r.${sql.ref(column)})`;
      return sql`${lower} ~>=~ ${start} and ${lower} ~<~ ${start + LAST}`;
    },
    both: (...conditions: Condition[]): Condition => eb.and(conditions),
    /** Rows without a note, or with a note that administrators may read. */
    onOpenNote: (): Condition => openNote("r.note_id"),
    notebook: () =>
      referringTo(
        "diary_id",
        db.selectFrom("diaries as d").where(eb.or([words("d.name", text), eb("d.short_id", "=", text)])),
        "d.id",
      ),
    person: (column: string) =>
      referringTo(column, db.selectFrom("users as u").where(words("u.name || ' ' || u.email", text)), "u.id"),
    program: (column: string) =>
      referringTo(
        column,
        db
          .selectFrom("programs as p")
          .innerJoin("diary_programs as g", "g.program_id", "p.id")
          .where(words("p.name || ' ' || p.category", text))
          .where(openNote("g.note_id")),
        "g.id",
      ),
  };
}

/** Up to this many found rows are sorted; beyond that, only matches among the newest rows of the table are shown. */
export const MAX_FOUND = 5000;
const NEWEST = 20_000;

/**
 * The rows that a search finds, as a subquery with the alias `r`. Bounded to some tenths of a second of work: nobody
 * reads a result of thousands to its end.
 */
export async function readFoundRows(db: AnyDb, table: ListedTable, time: string, text: string) {
  const finders = await Promise.all(SEARCHES[table](getFinders(db, text)));
  const conditions = finders.filter((condition) => condition !== null);
  if (isFullId(text)) conditions.push(sql<SqlBool>`r.id = ${text}::uuid`);
  const ids = await readIds(db, table, conditions);
  const rows = readListedRows(db, table).selectAll("r");
  const found =
    ids.length > MAX_FOUND
      ? rows.where(isAmongNewest(db, table, time)).where(matchAny(conditions))
      : rows.where(ids.length > 0 ? sql<SqlBool>`r.id = any(${ids}::uuid[])` : sql<SqlBool>`false`);
  // The offset stops PostgreSQL from merging the subquery and scanning the whole table in its order.
  return db.selectFrom((ids.length > MAX_FOUND ? found : found.offset(0)).as("r"));
}

/** At most `MAX_FOUND` + 1 ids. Each condition is a query of its own, so that it uses its own index. */
async function readIds(db: AnyDb, table: ListedTable, conditions: Condition[]): Promise<string[]> {
  const [first, ...others] = conditions.map((condition) =>
    readListedRows(db, table).select("r.id").where(condition),
  );
  if (!first) return [];
  const hits = await db
    .with(
      // Materialized, so that PostgreSQL plans for all rows, which means by the indexes.
      (cte) => cte("hits").materialized(),
      () => others.reduce((all, one) => all.unionAll(one), first),
    )
    .selectFrom("hits")
    .select("hits.id")
    .limit(MAX_FOUND + 1)
    .execute();
  return hits.map((hit) => hit.id);
}

/** Written so that no index applies: frequent matches are found quickly from the newest row on. */
const matchAny = (conditions: Condition[]) =>
  sql<SqlBool>`(${expressionBuilder<never, never>().or(conditions)}) is true`;

const isAmongNewest = (db: AnyDb, table: ListedTable, time: string): Condition => {
  const oldest = readListedRows(db, table, "t")
    .select(`t.${time}`)
    .orderBy(`t.${time}`, "desc")
    .orderBy("t.id", "desc")
    .offset(NEWEST)
    .limit(1);
  return sql<SqlBool>`r.${sql.ref(time)} >= coalesce((${oldest}), '-infinity')`;
};
