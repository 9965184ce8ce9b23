import pg from "pg";

/** A statement, and the number of the connection that it was sent on. */
export type Statement = { text: string; values: unknown[]; connection: number };

/** The regular work of servers in this process, which may run at any moment. */
const REGULAR =
  /^\s*(select set_config\('carediary\.settled_until'|select pg_notify|.*from sync_log|.*pg_stat_activity|insert into user_contacts)/;

/** The statements that this process sends to PostgreSQL while `work` runs, without the regular work of servers. */
export const statementsDuring = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await allStatementsDuring(work)).filter(({ text }) => !REGULAR.test(text));

/** All statements that this process sends to PostgreSQL while `work` runs. */
export async function allStatementsDuring(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const connections = new Map<pg.Client, number>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const connection = connections.get(this) ?? connections.size;
    connections.set(this, connection);
    const [first, second] = args as [string | { text: string; values?: unknown[] }, unknown];
    const values = Array.isArray(second) ? second : [];
    statements.push(
      typeof first === "string"
        ? { text: first, values, connection }
        : { text: first.text, values: first.values ?? values, connection },
    );
    return (query as (...all: unknown[]) => unknown).apply(this, args);
  } as never;
  try {
    await work();
    return statements;
  } finally {
    pg.Client.prototype.query = query;
  }
}

/** The codes of the errors that PostgreSQL answers to this process while `work` runs, such as `40P01` for a deadlock. */
export async function errorsDuring(work: () => Promise<unknown>): Promise<string[]> {
  const codes: string[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const result = (query as (...all: unknown[]) => unknown).apply(this, args);
    if (result instanceof Promise) result.catch(({ code }) => codes.push(code));
    return result;
  } as never;
  try {
    await work();
    return codes;
  } finally {
    pg.Client.prototype.query = query;
  }
}
