import type { PostgresPool } from "kysely";
import type { QueryResult } from "pg";

type KyselyClient = Awaited<ReturnType<PostgresPool["connect"]>>;

type Connection = {
  query(text: string, values: readonly unknown[]): Promise<QueryResult>;
  release(): void;
};

/** A connection in the form of Kysely, which would also pass cursors, but only to stream rows; nothing here does. */
export const toKyselyClient = (connection: Connection): KyselyClient => connection as unknown as KyselyClient;
