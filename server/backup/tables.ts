import type { ClientBase } from "pg";
import { escapeIdentifier } from "pg";
import { UNFINISHED_RESTORE } from "../db/migrate.ts";
import { type ArchivedTable, nameOfTable } from "./format.ts";

/** The schemas that hold our tables. The job queue's own schema holds nothing that a restore needs: it is made anew. */
const SCHEMAS = ["public", "auth"];

export const quoteName = ({ schema, name }: { schema: string; name: string }): string =>
  `${escapeIdentifier(schema)}.${escapeIdentifier(name)}`;

/**
 * Gives a session settings with which its `COPY` text doesn't depend on the server and the role, and no time limits.
 */
export async function prepareSession(client: ClientBase): Promise<void> {
  await client.query(
    "set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres'; set extra_float_digits = 1; " +
      "set bytea_output = 'hex'; set statement_timeout = 0; set idle_in_transaction_session_timeout = 0",
  );
}

/**
 * All tables of an archive with their stored columns, each after the tables it refers to where that is possible. Tables
 * in `leftOut`, by name as in the claims of tables, aren't included.
 */
export async function listTables(client: ClientBase, leftOut: ReadonlySet<string>): Promise<ArchivedTable[]> {
  const { rows } = await client.query<{ schema: string; name: string; columns: string[]; refers: string[] }>(
    `select n.nspname as schema, c.relname as name,
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select distinct rn.nspname || '.' || r.relname from pg_constraint k
                    join pg_class r on r.oid = k.confrelid join pg_namespace rn on rn.oid = r.relnamespace
                   where k.conrelid = c.oid and k.contype = 'f' and k.confrelid <> c.oid) as refers
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and c.relkind = 'r' and c.relpersistence = 'p'
      order by 1, 2`,
    [SCHEMAS],
  );
  const kept = rows.filter((row) => !leftOut.has(claimedName(row)));
  const ordered = new Map<string, ArchivedTable>();
  const add = (row: (typeof kept)[number], above: readonly string[]) => {
    const key = nameOfTable(row);
    if (ordered.has(key) || above.includes(key)) return;
    for (const other of kept) if (row.refers.includes(nameOfTable(other))) add(other, [...above, key]);
    ordered.set(key, { schema: row.schema, name: row.name, columns: row.columns });
  };
  for (const row of kept) add(row, []);
  return [...ordered.values()];
}

/** The name of a table as the rooms' claims have it: without the schema in `public`. */
const claimedName = ({ schema, name }: { schema: string; name: string }): string =>
  schema === "public" ? name : `${schema}.${name}`;

export async function listSequences(client: ClientBase) {
  const { rows } = await client.query<{ schema: string; name: string; value: string }>(
    `select schemaname as schema, sequencename as name, coalesce(last_value, start_value)::text as value
       from pg_sequences where schemaname = any($1) order by 1, 2`,
    [SCHEMAS],
  );
  return rows;
}

/** The statement that reads or takes all rows of a table as `COPY` text. */
export function copyStatement(table: ArchivedTable, direction: "to stdout" | "from stdin"): string {
  return `copy ${quoteName(table)} (${table.columns.map((column) => escapeIdentifier(column)).join(", ")}) ${direction}`;
}

/** Whether a database has no tables of ours, or only those of an unfinished restore. */
export async function readState(client: ClientBase): Promise<"empty" | "unfinished restore" | "in use"> {
  const { rows } = await client.query<{ tables: number; mark: string | null }>(
    `select (select count(*)::int from pg_class c join pg_namespace n on n.oid = c.relnamespace
              where n.nspname = any($1) and c.relkind = 'r') as tables,
            to_regclass('public.${UNFINISHED_RESTORE}')::text as mark`,
    [SCHEMAS],
  );
  if (rows[0]!.mark) return "unfinished restore";
  return rows[0]!.tables === 0 ? "empty" : "in use";
}

/** Empties a database that has only rows of an unfinished restore, and marks that a restore begins. */
export async function beginRestore(client: ClientBase): Promise<void> {
  await client.query(`
    drop schema if exists auth cascade;
    drop schema if exists graphile_worker cascade;
    do $$
    declare
      -- All found before the first is dropped, since a drop takes others with it.
      statements text[] := array(
        select format('drop table if exists public.%I cascade', c.relname)
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        union all
        select format('drop sequence if exists public.%I cascade', c.relname)
          from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'S'
        union all
        select format('drop function if exists public.%I(%s) cascade', p.proname, pg_get_function_identity_arguments(p.oid))
          from pg_proc p where p.pronamespace = 'public'::regnamespace
           and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e'));
      statement text;
    begin
      foreach statement in array statements loop execute statement; end loop;
    end $$;
    create table public.${UNFINISHED_RESTORE} (since timestamptz not null default now())`);
}

export const endRestore = (client: ClientBase) => client.query(`drop table public.${UNFINISHED_RESTORE}`);

/** Foreign keys of the tables, to be made again when all rows are there. */
export async function dropForeignKeys(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ tables: string; name: string; definition: string }>(
    `select c.conrelid::regclass::text as tables, c.conname as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c join pg_namespace n on n.oid = c.connamespace
      where c.contype = 'f' and n.nspname = any($1) and c.conparentid = 0`,
    [SCHEMAS],
  );
  for (const { tables, name } of rows) {
    await client.query(`alter table ${tables} drop constraint ${escapeIdentifier(name)}`);
  }
  return rows.map(
    ({ tables, name, definition }) =>
      `alter table ${tables} add constraint ${escapeIdentifier(name)} ${definition}`,
  );
}

/**
 * Indexes that no key needs, to be made when all rows are there: at once an index of words takes a fraction of the time
 * that it takes row by row.
 */
export async function dropIndexes(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `select c.oid::regclass::text as name, pg_get_indexdef(c.oid) as definition
       from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = any($1) and not c.relispartition
        and not exists (select from pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x'))`,
    [SCHEMAS],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

/** Empties a table that migrations may have filled; its triggers are off until {@link enableTriggers}. */
export async function prepareTable(client: ClientBase, table: ArchivedTable): Promise<void> {
  await client.query(`alter table ${quoteName(table)} disable trigger user; delete from ${quoteName(table)}`);
}

export const enableTriggers = (client: ClientBase, table: ArchivedTable) =>
  client.query(`alter table ${quoteName(table)} enable trigger user`);

/**
 * How far the timestamps of the sync protocol leap over those of the archive: clients may have seen later timestamps of
 * the lost server, and must never see time go back.
 */
const TIMESTAMP_LEAP = 1_000_000_000n;

export async function setSequences(
  client: ClientBase,
  sequences: readonly { schema: string; name: string; value: string }[],
): Promise<void> {
  for (const sequence of sequences) {
    const value = BigInt(sequence.value) + (sequence.name === "sync_ts" ? TIMESTAMP_LEAP : 0n);
    await client.query("select setval($1::regclass, $2::bigint)", [quoteName(sequence), String(value)]);
  }
}
