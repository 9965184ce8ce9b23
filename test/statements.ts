import pg from "pg";

export type Statement = { text: string; values: unknown[] };

/** The regular work of servers in this process, which may run at any moment. */
const REGULAR =
  /^\s*(select set_config\('carediary\.settled_until'|select pg_notify|.*from sync_log|.*pg_stat_activity|insert into user_contacts)/;

/** The statements that this process sends to PostgreSQL while `work` runs, without the regular work of servers. */
export async function statementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const values = Array.isArray(second) ? second : [];
    statements.push(
      typeof first === "string"
        ? { text: first, values }
        : { text: first.text, values: first.values ?? values },
    );
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never;
  try {
    await work();
    return statements.filter(({ text }) => !REGULAR.test(text));
  } finally {
    pg.Client.prototype.query = query;
  }
}
