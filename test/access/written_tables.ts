import type { Database } from "../../server/db/database.ts";

/**
 * Columns that say who is at a row for a moment. They are set and emptied again outside of the call's transaction, also
 * when it is refused, and end by themselves.
 */
const LEASES: Readonly<Record<string, string>> = { upload_grants: "{claim_id,claimed_until}" };

/**
 * Starts to note which tables are changed, and returns a function that resolves to the names of those changed since its
 * last call. Its cost doesn't grow with the tables, as that of reading their contents does: for tests of very many calls,
 * some of which leave rows. What is rolled back, or sets the same values again, isn't a change.
 */
export async function noteChanges(database: Database): Promise<() => Promise<string[]>> {
  const { pool } = database;
  const tables = await tablesOf(database);
  await pool.query(`
    create table schema_test_changes (id bigint generated always as identity primary key, name text not null);
    create function schema_test_note_change() returns trigger language plpgsql as $$
      begin
        insert into schema_test_changes (name) values (tg_table_name);
        return null;
      end $$`);
  const note = "execute function schema_test_note_change()";
  for (const table of tables) {
    const lasting = (row: string) =>
      table in LEASES ? `(to_jsonb(${row}) - '${LEASES[table]}'::text[])` : `${row}.*`;
    await pool.query(`
      create trigger zz_note_rows after insert or delete on ${table} for each row ${note};
      create trigger zz_note_updates after update on ${table} for each row
        when (${lasting("old")} is distinct from ${lasting("new")}) ${note};
      create trigger zz_note_truncate after truncate on ${table} for each statement ${note}`);
  }
  let last = "0";
  return async () => {
    const { rows } = await pool.query<{ last: string; names: string[] }>({
      name: "changes",
      text: `select max(id)::text as last, array_agg(distinct name order by name) as names
               from schema_test_changes where id > $1`,
      values: [last],
    });
    const [found] = rows;
    if (!found?.last) return [];
    last = found.last;
    return found.names;
  };
}

/** The tables of the product; without those that only count and notify. */
async function tablesOf({ pool }: Database): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        and table_name !~ '^(sync|schema|row_count)' order by 1`,
  );
  return rows.map(({ name }) => name);
}
