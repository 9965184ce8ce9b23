import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Migration, Migrator, sql } from "kysely";
import { ROOT } from "../root.ts";
import { StartError } from "../start_error.ts";
import type { Database } from "./database.ts";
import { refuseMoved } from "./moved.ts";
import { applySqlFunctions, hasOutdatedSqlFunctions, readSqlFunctions } from "./sql_functions.ts";

const DIRECTORY = join(ROOT, "server", "db", "migrations");
/**
 * The lock that Kysely itself takes for migrations: holding it keeps nodes of any version from migrating meanwhile.
 */
const LOCK = "3853314791062309107";

/** A table that exists until a restore has ended; a server refuses to start on it. */
export const UNFINISHED_RESTORE = "restore_unfinished";

/**
 * Brings the database to the schema of this version: runs each new file of `migrations/` in order and then creates or
 * replaces the functions of `functions/`, all in one transaction, under a lock so that several nodes may start at
 * once. Without a new migration it only replaces functions that are older than this version's. After an error nothing
 * of the run is kept.
 * @throws StartError when the database is of a newer version; else the first error
 */
export async function migrate({ db }: Pick<Database, "db">): Promise<void> {
  await refuseUnfinishedRestore(db);
  await refuseMoved(db);
  const { error } = await createMigrator(db).migrateToLatest();
  if (error) {
    if (!(await isOfNewerVersion(db))) throw error;
    throw new StartError(
      "The database was made by a newer version of this program: start that version, it can't go back.",
    );
  }
  await db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)}::bigint)`.execute(transaction);
    await applySqlFunctions(transaction, { functions: await readSqlFunctions() });
  });
}

/**
 * Brings an empty database to the schema that a former version had after one of its migrations; for a restore.
 * @throws StartError when this version doesn't know the migration
 */
export async function migrateTo({ db }: Pick<Database, "db">, name: string): Promise<void> {
  if (!(await migrationFiles()).includes(`${name}.sql`)) {
    throw new StartError(
      "The archive was made by a newer version of this program: restore it with that version.",
    );
  }
  const { error } = await createMigrator(db).migrateTo(name);
  if (error) throw error;
}

/** @throws StartError while a restore into this database hasn't ended */
export async function refuseUnfinishedRestore(db: Database["db"]): Promise<void> {
  const { rows } = await sql<{ mark: string | null }>`
    select to_regclass(${`public.${UNFINISHED_RESTORE}`})::text as mark`.execute(db);
  if (rows[0]?.mark) {
    throw new StartError("A restore into this database hasn't ended: run the restore again, to its end.");
  }
}

/** Whether the database has migrations that this version doesn't know. False for a database that can't be queried. */
async function isOfNewerVersion(db: Database["db"]): Promise<boolean> {
  const known = new Set((await migrationFiles()).map((name) => name.replace(/\.sql$/, "")));
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`
    .execute(db)
    .catch(() => ({ rows: [] }));
  return rows.some(({ name }) => !known.has(name));
}

/** Whether the database lacks migrations or functions of this version. */
export async function hasPendingMigrations({ db }: Pick<Database, "db">): Promise<boolean> {
  const migrations = await createMigrator(db).getMigrations();
  return migrations.some(({ executedAt }) => executedAt === undefined) || (await hasOutdatedSqlFunctions(db));
}

const createMigrator = (db: Database["db"]) =>
  new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: "schema_migrations",
    migrationLockTableName: "schema_migrations_lock",
  });

const migrationFiles = async () => (await readdir(DIRECTORY)).filter((name) => name.endsWith(".sql")).sort();

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = await migrationFiles();
  const functions = await readSqlFunctions();
  const migrations: Record<string, Migration> = {};
  for (const name of names) {
    const text = await readFile(join(DIRECTORY, name), "utf8");
    migrations[name.replace(/\.sql$/, "")] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
        // In the transaction of the last migration, so that no other node sees the new tables with the old functions.
        if (name === names.at(-1)) await applySqlFunctions(db, { functions, afterMigrations: true });
      },
    };
  }
  return migrations;
}
