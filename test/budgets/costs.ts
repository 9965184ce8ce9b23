import type { Service } from "../service.ts";
import { type Statement, statementsDuring } from "../statements.ts";

/** What one call costs. */
export type Cost = {
  /** Statements sent to PostgreSQL, those that begin and commit included. */
  statements: number;
  /** Rows inserted or changed, by table; rows of the sync log left out. */
  rows: Record<string, number>;
};

/** Rows of these say that something has changed, once a scope: readers are counted elsewhere. */
const LOGS = new Set(["sync_log"]);

/** Counts what a call costs. Nothing else may write meanwhile. */
export async function measureCost(
  { database: { pool } }: Pick<Service, "database">,
  call: () => Promise<unknown>,
): Promise<Cost> {
  const { rows: tables } = await pool.query(
    "select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1",
  );
  const { rows: begun } = await pool.query("select pg_current_xact_id()::text::bigint as xid");
  const statements = withoutLooks(await statementsDuring(call));
  const counts = tables
    .filter(({ name }) => !LOGS.has(name))
    .map(
      ({ name }) =>
        `select '${name}' as name, count(*)::int as n from "${name}" where xmin::text::bigint > $1`,
    );
  const { rows: written } = await pool.query(counts.join(" union all "), [begun[0].xid]);
  // PostgreSQL may count the tables in parallel, and answers in the order in which it is done.
  const changed = written.filter(({ n }) => n > 0).map(({ name, n }): [string, number] => [name, n]);
  return {
    statements: statements.length,
    rows: Object.fromEntries(changed.sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/**
 * Without the looks of live sync after a write, which may come during this call or the next: transactions that read the log and
 * find nothing to refresh.
 */
function withoutLooks(statements: readonly Statement[]): Statement[] {
  const byConnection = Map.groupBy(statements, ({ connection }) => connection);
  return [...byConnection.values()].flatMap((sent) =>
    sent.filter(({ text }, index) => {
      const isEmptyBegin = text.includes("read only") && (sent[index + 1]?.text ?? "commit") === "commit";
      const isEmptyEnd = text === "commit" && (index === 0 || sent[index - 1]!.text.includes("read only"));
      return !isEmptyBegin && !isEmptyEnd;
    }),
  );
}
