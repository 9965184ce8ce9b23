import pg from "pg";

export type Statement = { text: string; values: unknown[] };

/** The statements that this process sends to PostgreSQL while `work` runs. */
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
    return statements;
  } finally {
    pg.Client.prototype.query = query;
  }
}
