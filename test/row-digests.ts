import pg from "pg";
import { TABLES_OF_ONE_DATABASE } from "../server/db/platform_tables.ts";

/** Number and digest of the rows of each table that goes along when everything moves; computed by the database itself. */
export async function rowDigests(connectionString: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query("set timezone = 'UTC'");
    const { rows } = await client.query<{ name: string; table: string }>(
      `select case schemaname when 'public' then tablename else schemaname || '.' || tablename end as name,
              format('%I.%I', schemaname, tablename) as table
         from pg_tables where schemaname in ('public', 'auth') and tablename <> 'database_moved' order by 1`,
    );
    const digests: Record<string, string> = {};
    for (const { name, table } of rows) {
      if (TABLES_OF_ONE_DATABASE.has(name)) continue;
      const found = await client.query<{ digest: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, E'\\n' order by t::text collate "C")), '') as digest from ${table} t`,
      );
      digests[name] = found.rows[0]!.digest;
    }
    return digests;
  } finally {
    await client.end();
  }
}
