import { ConvexError } from "convex/values";
import type { Database } from "../../server/db/database.ts";

const REFUSALS: Record<string, string> = {
  '{"code":"unauthenticated","message":"Not authenticated"}': "signin",
  '{"code":"unknown-user","message":"User not found"}': "unknown",
  '{"code":"access-denied","message":"Access denied"}': "denied",
  '{"code":"conflict","message":"The owner cannot be removed"}': "kept",
  '{"code":"invalid","message":"mentions: Only people who can see this comment can be mentioned"}': "unseen",
  '{"code":"conflict","message":"Somebody else changed this notebook\'s information in the meantime."}':
    "stale",
  '{"code":"invalid","message":"avatarUrl: Must be a photo that you have uploaded and that no notebook uses"}':
    "foreign",
  '{"code":"conflict","message":"The owner\'s role cannot be changed"}': "kept",
  '{"code":"conflict","message":"You own this notebook already"}': "kept",
  '{"code":"conflict","message":"Transfer the notebook to somebody else before you leave"}': "kept",
  '{"code":"conflict","message":"This person is already a member of this notebook"}': "member",
  '{"code":"conflict","message":"There is already a pending invitation for this address"}': "pending",
  '{"code":"invalid","message":"gcsObjectName: Must be a file that you have uploaded for this note in the last minutes"}':
    "nothing",
  '{"code":"not-found","message":"Task not found"}': "missing",
  '{"code":"not-found","message":"Program not found"}': "no-program",
  '{"code":"invalid","message":"Assigned user does not have access to this diary"}': "foreigner",
  '{"code":"invalid","message":"Not a recurring task"}': "once",
  '{"code":"conflict","message":"This notebook already has this program: complete or delete it first"}':
    "held",
  '{"code":"conflict","message":"This invitation has already been accepted."}': "accepted",
  '{"code":"conflict","message":"This invitation has been declined."}': "declined",
  '{"code":"conflict","message":"This invitation has expired."}': "expired",
};

/** The sweep's word for an error: nothing but code and message may come with it. */
export function refusal(error: unknown): string {
  if (!(error instanceof ConvexError)) return `untyped error: ${error}`;
  const { code, message, ...more } = error.data;
  const told = JSON.stringify({ code, message, ...more });
  return REFUSALS[told] ?? told;
}

/**
 * What is in every table of the product, so that "nothing changed" means nothing at all: a sum over its rows' contents
 * and their number. The contents themselves would take minutes to compare, thousands of times.
 */
export async function contentOf(database: Database): Promise<Map<string, string>> {
  const known = questions.get(database) ?? (await questionFor(database));
  questions.set(database, known);
  const { rows } = await database.pool.query<{ name: string; rows: string }>({
    name: "content",
    text: known,
  });
  return new Map(rows.map((table) => [table.name, table.rows]));
}

/** Asked for once a database: no test makes tables. */
const questions = new WeakMap<Database, string>();

async function questionFor({ pool }: Database): Promise<string> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name !~ '^(sync|schema|row_count)' order by 1`,
  );
  return tables
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as rows from ${name} t`,
    )
    .join(" union all ");
}

/** The names of the tables that differ. */
export const changedTables = (before: Map<string, string>, after: Map<string, string>): string[] =>
  [...after.keys()].filter((name) => before.get(name) !== after.get(name)).sort();
