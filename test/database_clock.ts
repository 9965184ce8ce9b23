import pg from "pg";

/**
 * The functions of PostgreSQL that tell the time, in a schema that is searched before PostgreSQL's own: statements of the
 * product find these, and stay as they are. The defaults of columns were bound when their tables were made.
 */
const INSTALL = `
  create schema clock;
  create table clock.moment (at timestamptz, shift interval);
  create function clock.now() returns timestamptz language sql stable as
    'select coalesce(max(at), pg_catalog.now() + coalesce(max(shift), ''0'')) from clock.moment';
  create function clock.clock_timestamp() returns timestamptz language sql volatile as
    'select coalesce(max(at), pg_catalog.clock_timestamp() + coalesce(max(shift), ''0'')) from clock.moment';
  create function clock.statement_timestamp() returns timestamptz language sql stable as
    'select coalesce(max(at), pg_catalog.statement_timestamp() + coalesce(max(shift), ''0'')) from clock.moment';
  do $do$
  declare item record;
  begin
    for item in
      select format('%I.%I', n.nspname, c.relname) as table_name, a.attname as column_name, pg_get_expr(d.adbin, d.adrelid) as expression
        from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
        join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
       where a.attgenerated = '' and pg_get_expr(d.adbin, d.adrelid) ~ 'CURRENT_TIMESTAMP|\\m(now|clock_timestamp|statement_timestamp)\\(\\)'
    loop
      execute format('alter table %s alter column %I set default %s', item.table_name, item.column_name,
        regexp_replace(replace(item.expression, 'CURRENT_TIMESTAMP', 'clock.now()'), '(?<!clock\\.)\\m(now|clock_timestamp|statement_timestamp)\\(\\)', 'clock.\\1()', 'g'));
    end loop;
    for item in
      select p.oid::regprocedure as name from pg_proc p where exists (
        select from unnest(p.proconfig) setting where setting = 'search_path=public')
    loop
      execute format('alter function %s set search_path = clock, pg_catalog, public', item.name);
    end loop;
    -- Conditions of triggers were bound when they were made, as defaults were.
    for item in
      select pg_get_triggerdef(oid) as definition from pg_trigger
       where not tgisinternal and tgconstraint = 0 and pg_get_triggerdef(oid) ~ '\\m(now|clock_timestamp|statement_timestamp)\\(\\)'
    loop
      execute regexp_replace(replace(item.definition, 'CREATE TRIGGER', 'CREATE OR REPLACE TRIGGER'),
        '\\m(now|clock_timestamp|statement_timestamp)\\(\\)', 'clock.\\1()', 'g');
    end loop;
    execute format('alter database %I set search_path = clock, pg_catalog, "$user", public', current_database());
  end $do$`;

/** Lets tests set the time of a database; for sessions that begin later. */
export async function installClock(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    await client.query(INSTALL);
  } finally {
    await client.end();
  }
}

/** Stops the time of a database that was made with a clock at a moment, epoch ms; null lets it go on with the machine's. */
export async function setDatabaseTime(
  database: { pool: Pick<pg.Pool, "query"> },
  at: number | null,
): Promise<void> {
  await database.pool.query(
    "with gone as (delete from clock.moment) insert into clock.moment values (to_timestamp($1::float8 / 1000))",
    [at],
  );
}

/** Lets the time of a database that was made with a clock go on so many ms before or after the machine's. */
export async function shiftDatabaseTime(
  database: { pool: Pick<pg.Pool, "query"> },
  ms: number,
): Promise<void> {
  await database.pool.query(
    "with gone as (delete from clock.moment) insert into clock.moment (shift) values ($1 * interval '1 ms')",
    [ms],
  );
}

/** Stops the time of a database that was shifted while work runs. */
export async function whileTimeStops(
  database: { pool: Pick<pg.Pool, "query"> },
  work: () => Promise<void>,
): Promise<void> {
  await database.pool.query("update clock.moment set at = clock_timestamp()");
  try {
    await work();
  } finally {
    await database.pool.query("update clock.moment set at = null");
  }
}
