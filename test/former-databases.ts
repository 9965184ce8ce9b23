import { readFile } from "node:fs/promises";
import { gunzipSync } from "node:zlib";
import pg from "pg";
import { createTestDatabase } from "./database.ts";

/**
 * Databases that the code of version 0.1 made with its own 89 migrations, on PostgreSQL 15 and saved by `pg_dump`: one that
 * a server had just begun, one with notes, plans, doses, tasks and accounts, one that had stopped at an earlier migration.
 */
export type FormerDatabase = "empty" | "filled" | "behind";

/** The keys of the server that made `filled`, and a person who has an account there. */
export const FORMER_KEYS = {
  SECRET_KEY: "a key that both versions share, long enough",
  MASTER_KEY: Buffer.alloc(32, "drill").toString("base64"),
};
export const FORMER_PERSON = { email: "maria@example.org", password: "a quiet morning by the window" };

/** Brings a former database back as it was, into an empty one of this run. */
export async function openFormerDatabase(name: FormerDatabase): ReturnType<typeof createTestDatabase> {
  const database = await createTestDatabase({ isEmpty: true });
  const dump = await readFile(new URL(`archives/${name}.sql.gz`, import.meta.url));
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    await client.query(gunzipSync(dump).toString());
  } finally {
    await client.end();
  }
  return database;
}

/**
 * What a database is made of, one line each. Without what `pg_dump` of PostgreSQL 15 writes otherwise: the names of
 * "not null", and the bodies of functions that are stored as parsed.
 */
export async function describeSchema(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query<{ line: string }>(SCHEMA);
    return rows.map(({ line }) => line);
  } finally {
    await client.end();
  }
}

const OURS = "relnamespace in ('public'::regnamespace, 'auth'::regnamespace)";
const SCHEMA = `
  select line from (
    select concat_ws(' ', 'column', c.oid::regclass, row_number() over (partition by c.oid order by attnum), attname,
             format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid)) as line
      from pg_attribute a join pg_class c on c.oid = attrelid
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = attnum
     where attnum > 0 and not attisdropped and relkind = 'r' and ${OURS}
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(k.oid), convalidated)
      from pg_constraint k join pg_class c on c.oid = conrelid where contype not in ('n', 't') and ${OURS}
    union all
    select concat_ws(' ', 'index', pg_get_indexdef(indexrelid), indisvalid, c.reloptions)
      from pg_index join pg_class c on c.oid = indexrelid where ${OURS}
    union all
    select concat_ws(' ', 'trigger', pg_get_triggerdef(t.oid), tgenabled)
      from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and ${OURS}
    union all
    select concat_ws(' ', 'function', oid::regprocedure, provolatile, proparallel, proisstrict, procost, proconfig, prosrc)
      from pg_proc where pronamespace = 'public'::regnamespace
    union all
    select concat_ws(' ', 'relation', oid::regclass, relkind, reloptions) from pg_class where ${OURS}
    union all
    select concat_ws(' ', 'statistics', c.oid::regclass, attnum, attstattarget)
      from pg_attribute a join pg_class c on c.oid = attrelid where attstattarget >= 0 and ${OURS}
    union all
    select concat_ws(' ', 'scope', table_name, columns) from sync_scopes
    union all
    select concat_ws(' ', 'form', name, revision, hash) from schema_functions
    union all
    select concat_ws(' ', 'migration', name) from schema_migrations
  ) found order by line collate "C"`;
