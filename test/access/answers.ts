import { ConvexError } from "convex/values";
import type { Database } from "../../server/db/database.ts";

const REFUSALS: Record<string, string> = {
  '{"code":"unauthenticated","message":"Not authenticated"}': "signin",
  '{"code":"unknown-user","message":"User not found"}': "unknown",
  '{"code":"access-denied","message":"Access denied"}': "denied",
  '{"code":"conflict","message":"The owner cannot be removed"}': "kept",
  '{"code":"invalid","message":"Only people who can see this comment can be mentioned","path":"mentions"}':
    "unseen",
  '{"code":"invalid","message":"Only members of this notebook can be mentioned","path":"mentions"}': "unseen",
  '{"code":"conflict","message":"Somebody else changed this notebook\'s information in the meantime."}':
    "stale",
  '{"code":"conflict","message":"The list has changed since you opened it"}': "outdated",
  '{"code":"conflict","message":"The list has changed again since, so this can\'t be undone. Please change the row by hand"}':
    "outdated",
  '{"code":"invalid","message":"The photo must be one that you have uploaded and that nothing uses yet","path":"avatarUrl"}':
    "foreign",
  '{"code":"conflict","message":"The owner\'s role cannot be changed"}': "kept",
  '{"code":"conflict","message":"You own this notebook already"}': "kept",
  '{"code":"conflict","message":"Transfer the notebook to somebody else before you leave"}': "kept",
  '{"code":"conflict","message":"This person is already a member of this notebook"}': "member",
  '{"code":"conflict","message":"There is already a pending invitation for this address"}': "pending",
  '{"code":"invalid","message":"The file must be one that you have uploaded for this note in the last minutes","path":"gcsObjectName"}':
    "nothing",
  '{"code":"not-found","message":"Task not found"}': "missing",
  '{"code":"not-found","message":"This link doesn\'t hold any more. Restart the server for a new one."}':
    "no-link",
  '{"code":"not-found","message":"Program not found"}': "no-program",
  '{"code":"not-found","message":"This plan isn\'t there any more"}': "no-plan",
  '{"code":"not-found","message":"This calendar link doesn\'t exist any more"}': "no-feed",
  '{"code":"not-found","message":"This access token doesn\'t exist any more"}': "no-token",
  '{"code":"not-found","message":"This webhook doesn\'t exist any more"}': "no-hook",
  '{"code":"not-found","message":"This message isn\'t kept any more"}': "no-message",
  '{"code":"conflict","message":"This webhook can\'t be read any more. Please remove it and make it again"}':
    "unreadable",
  '{"code":"invalid","message":"You aren\'t a member of a notebook that you chose any more","path":"diaryIds"}':
    "not-in",
  '{"code":"access-denied","message":"This access token doesn\'t allow that"}': "scope",
  '{"code":"access-denied","message":"Programs can\'t do that: it needs a person who is signed in"}':
    "person",
  '{"code":"not-found","message":"This notification isn\'t there any more"}': "no-notification",
  '{"code":"invalid","message":"This can\'t be put off"}': "news",
  '{"code":"not-found","message":"This device isn\'t there any more"}': "no-device",
  '{"code":"conflict","message":"This can\'t be read any more. Please remove it and add it again"}':
    "unreadable",
  '{"code":"not-found","message":"This dose isn\'t there any more"}': "no-dose",
  '{"code":"not-found","message":"This pause isn\'t there any more"}': "no-pause",
  '{"code":"not-found","message":"This is settled already"}': "no-run",
  '{"code":"invalid","message":"Assigned user does not have access to this diary","path":"assignedTo"}':
    "foreigner",
  '{"code":"invalid","message":"A clinician is assigned no tasks. Please choose somebody else","path":"assignedTo"}':
    "clinician",
  '{"code":"invalid","message":"Not a recurring task"}': "once",
  '{"code":"conflict","message":"This notebook already has this program: complete or delete it first"}':
    "held",
  '{"code":"conflict","message":"This invitation has already been accepted."}': "accepted",
  '{"code":"conflict","message":"This invitation has been declined."}': "declined",
  '{"code":"conflict","message":"This invitation has expired."}': "expired",
  '{"code":"conflict","message":"You are already a member of this notebook"}': "inside",
  '{"code":"conflict","message":"Somebody has to let you in first"}': "approval",
  '{"code":"conflict","message":"Only whoever made this link can share it again. Make a link of your own"}':
    "notyours",
  '{"code":"conflict","message":"This request has already been answered"}': "answered",
};

/** The sweep's word for an error; fails if the error has anything but code, message and path. */
export function refusalWord(error: unknown): string {
  if (!(error instanceof ConvexError)) return `untyped error: ${error}`;
  const { code, message, ...more } = error.data;
  const text = JSON.stringify({ code, message, ...more });
  return REFUSALS[text] ?? text;
}

/**
 * The content of every table of the product, as a sum over its rows and their number, so that "nothing changed"
 * covers everything. Reading the contents takes most of the sweep's time. So they aren't read again while PostgreSQL
 * shows the same snapshot: every transaction that writes takes an id, and a snapshot names the ids of all that it
 * shows. After a write, a table without a new row version keeps its former sum: each version is later than all before
 * it, which changes their sum, and a deleted row changes their number.
 */
export async function contentOf(database: Database): Promise<Map<string, string>> {
  const known = contents.get(database) ?? {
    tables: await tablesOf(database),
    snapshot: "",
    content: new Map(),
  };
  contents.set(database, known);
  // Before the contents: a write between the two is read twice, never missed.
  const snapshot = await snapshotOf(database);
  if (snapshot !== known.snapshot) {
    // A named statement: the query over all tables is planned once per connection.
    const versions = await sumRows(database, known.tables, "xmin::text::bigint", "versions");
    const changed = known.tables.filter(
      (table) => versions.get(table) !== known.content.get(table)?.versions,
    );
    const read = await sumRows(database, changed, "hashtextextended(t::text, 0)");
    for (const table of changed) {
      known.content.set(table, { versions: versions.get(table)!, rows: read.get(table)! });
    }
    known.snapshot = snapshot;
  }
  return new Map(known.tables.map((table) => [table, known.content.get(table)!.rows]));
}

/** The ids of the transactions that a reader of this moment sees; the same text means the same content. */
async function snapshotOf({ pool }: Database): Promise<string> {
  const { rows } = await pool.query<{ id: string }>("select pg_current_snapshot()::text as id");
  return rows[0]!.id;
}

type Content = {
  tables: string[];
  snapshot: string;
  content: Map<string, { versions: string; rows: string }>;
};
const contents = new WeakMap<Database, Content>();

/** Read once per database: no test creates tables. */
export async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name !~ '^(sync|schema|row_count)' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** The number of rows and the sum of one number per row, by table. */
async function sumRows(
  { pool }: Database,
  tables: string[],
  number: string,
  name?: string,
): Promise<Map<string, string>> {
  if (tables.length === 0) return new Map();
  const text = tables
    .map(
      (table) =>
        `select '${table}' as name, count(*) || ' ' || coalesce(sum(${number}), 0) as rows from ${table} t`,
    )
    .join(" union all ");
  const { rows } = await pool.query<{ name: string; rows: string }>({ name, text });
  return new Map(rows.map((table) => [table.name, table.rows]));
}

/** The names of the tables that differ. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after.keys()].filter((name) => before.get(name) !== after.get(name)).sort();

/** The letters of the secrets that stand in an answer or a mail, whatever field they were in. */
export const secretsIn = (answer: unknown): string[] =>
  [
    ...new Set([...(JSON.stringify(answer) ?? "").matchAll(/canary-([A-Z])-/g)].map((match) => match[1]!)),
  ].sort();
