import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Migration, Migrator, sql } from "kysely";
import { ROOT } from "../root.ts";
import { StartError } from "../start_error.ts";
import type { Database } from "./database.ts";
import { refuseMoved } from "./moved.ts";
import { applySqlFunctions, hasOutdatedSqlFunctions, readSqlFunctions } from "./sql_functions.ts";

/** The migrations since version 0.1. */
const DIRECTORY = join(ROOT, "server", "db", "migrations");
/** The schema of version 0.1 in parts, and the names of the migrations that had made it (docs/decisions/0246). */
const BASELINE = join(DIRECTORY, "baseline");
/** The last commit that has those migrations. */
export const COMMIT_BEFORE_BASELINE = "37a4b8b6";
/**
 * The lock that Kysely itself takes for migrations: holding it keeps nodes of any version from migrating meanwhile.
 */
const LOCK = "3853314791062309107";

/** A table that exists until a restore has ended; a server refuses to start on it. */
export const UNFINISHED_RESTORE = "restore_unfinished";

/**
 * Brings the database to the schema of this version: makes the baseline in an empty one, runs each new file of
 * `migrations/` in order and then creates or replaces the functions, all in one transaction, under a lock so that
 * several nodes may start at once. Without a new migration it only replaces functions that are older than this
 * version's. After an error nothing of the run is kept.
 * @throws StartError when the database is of a newer version, or older than the baseline; else the first error
 */
export async function migrate({ db }: Pick<Database, "db">): Promise<void> {
  await refuseUnfinishedRestore(db);
  await refuseMoved(db);
  await refuseOlderThanBaseline(db);
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

/** Brings an empty database to the schema that a former version had after one of its migrations; for a restore. */
export async function migrateTo({ db }: Pick<Database, "db">, name: string): Promise<void> {
  const { error } = await createMigrator(db).migrateTo(name);
  if (error) throw error;
}

/**
 * Checks that this version can make the schema of an archive.
 * @param name the archive's last migration
 * @throws StartError when it doesn't know the migration any more, or not yet
 */
export async function refuseOtherSchema(name: string): Promise<void> {
  const former = await readFormerNames();
  if (former.slice(0, -1).includes(name)) {
    throw new StartError(
      `The archive was made before version 0.1 was finished (its schema is ${name}): restore it with commit ` +
        `${COMMIT_BEFORE_BASELINE} of CareDiary, then start this version on it.`,
    );
  }
  if (name !== former.at(-1) && !(await listMigrationFiles()).includes(`${name}.sql`)) {
    throw new StartError(
      "The archive was made by a newer version of this program: restore it with that version.",
    );
  }
}

/** @throws StartError while a restore into this database hasn't ended */
export async function refuseUnfinishedRestore(db: Database["db"]): Promise<void> {
  const { rows } = await sql<{ mark: string | null }>`
    select to_regclass(${`public.${UNFINISHED_RESTORE}`})::text as mark`.execute(db);
  if (rows[0]?.mark) {
    throw new StartError("A restore into this database hasn't ended: run the restore again, to its end.");
  }
}

/** @throws StartError for a database that has only some of the migrations which the baseline is made of */
async function refuseOlderThanBaseline(db: Database["db"]): Promise<void> {
  const former = await readFormerNames();
  const applied = await readAppliedNames(db);
  if (applied.size === 0 || former.every((name) => applied.has(name))) return;
  const last = former.findLast((name) => applied.has(name)) ?? "unknown";
  throw new StartError(
    `The database was made before version 0.1 was finished (its schema is ${last}), and this version can't bring it further. ` +
      `Nothing was changed: start commit ${COMMIT_BEFORE_BASELINE} of CareDiary on it once, then this version.`,
  );
}

/** Whether the database has migrations that this version doesn't know. */
async function isOfNewerVersion(db: Database["db"]): Promise<boolean> {
  const known = await readMigrations();
  const applied = await readAppliedNames(db).catch(() => []);
  return [...applied].some((name) => !(name in known));
}

/** The names of the migrations that the database has had; none for a new one. */
async function readAppliedNames(db: Database["db"]): Promise<Set<string>> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('public.schema_migrations') is not null as exists`.execute(db);
  if (!found[0]?.exists) return new Set();
  const { rows } = await sql<{ name: string }>`select name from public.schema_migrations`.execute(db);
  return new Set(rows.map(({ name }) => name));
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

const listSqlFiles = async (directory: string) =>
  (await readdir(directory)).filter((name) => name.endsWith(".sql")).sort();

const listMigrationFiles = () => listSqlFiles(DIRECTORY);

/** The names of the migrations that had made the schema of version 0.1, in order. */
const readFormerNames = async (): Promise<string[]> =>
  JSON.parse(await readFile(join(BASELINE, "former.json"), "utf8"));

async function readBaseline(): Promise<string> {
  const parts = (await listSqlFiles(BASELINE)).map((name) => readFile(join(BASELINE, name), "utf8"));
  return (await Promise.all(parts)).join("\n");
}

/**
 * The migrations by name. A new database records the former names too: the last one makes the baseline, the others do
 * nothing. So new and upgraded databases are equal, and nodes of version 0.1 and newer ones can serve a database together.
 */
async function readMigrations(): Promise<Record<string, Migration>> {
  const former = await readFormerNames();
  const functions = await readSqlFunctions();
  const texts = new Map<string, string>(former.map((name) => [name, ""]));
  texts.set(former.at(-1)!, await readBaseline());
  for (const file of await listMigrationFiles())
    texts.set(file.replace(/\.sql$/, ""), await readFile(join(DIRECTORY, file), "utf8"));
  const last = [...texts.keys()].at(-1);
  return Object.fromEntries(
    [...texts].map(([name, text]) => [
      name,
      {
        up: async (db) => {
          if (text) await sql.raw(text).execute(db);
          // In the transaction of the last migration, so that no other node sees the new tables with the old functions.
          if (name === last) await applySqlFunctions(db, { functions, afterMigrations: true });
        },
      } satisfies Migration,
    ]),
  );
}
