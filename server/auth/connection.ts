import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { types } from "pg";
import type { Database } from "../db/database.ts";

/**
 * A Kysely of its own for Better Auth on our connection pool: Better Auth expects times as `Date`, the rest of the
 * program as epoch ms, so its queries use the driver's default types.
 */
export function getBetterAuthDatabase({ pool }: Pick<Database, "pool">): Kysely<unknown> {
  const plain: PostgresPool = {
    connect: async () => {
      const client = await pool.connect();
      const query = (text: string, values: readonly unknown[]) =>
        client.query({ text, values: values as unknown[], types });
      return { query, release: () => client.release() } as unknown as Awaited<
        ReturnType<PostgresPool["connect"]>
      >;
    },
    end: async () => {},
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: plain }) });
}
