import { Kysely, PostgresDialect, type PostgresPool } from "kysely";
import { types } from "pg";
import type { Database } from "../db/database.ts";
import { toKyselyClient } from "../db/kysely_client.ts";

/**
 * A Kysely of its own for Better Auth on our connection pool: Better Auth expects times as `Date`, the rest of the
 * program as epoch ms, so its queries use the driver's default types.
 */
export function getBetterAuthDatabase({ pool }: Pick<Database, "pool">): Kysely<unknown> {
  const plain: PostgresPool = {
    connect: async () => {
      const client = await pool.connect();
      return toKyselyClient({
        query: (text, values) => client.query({ text, values: values as unknown[], types }),
        release: () => client.release(),
      });
    },
    end: async () => {},
  };
  return new Kysely({ dialect: new PostgresDialect({ pool: plain }) });
}
