import { readdir, readFile } from "node:fs/promises";
import { type Migration, Migrator, sql } from "kysely";
import { firstLine, StartError } from "../start-error.ts";
import type { Database } from "./database.ts";

const DIRECTORY = new URL("./migrations/", import.meta.url);

/**
 * Brings the database to the schema of this version: runs each new file of `migrations/` in the
 * order of its number, all in one transaction, under a lock so that several nodes may start at once.
 * Throws the first error; then nothing of this run is kept. A StartError when the database is of a newer version.
 */
export async function migrate({ db }: Pick<Database, "db">): Promise<void> {
  const { error } = await migratorOf(db).migrateToLatest();
  if (!error) return;
  // Kysely's words for a migration that was run and that we don't have.
  if (!firstLine(error).includes("corrupted migrations")) throw error;
  throw new StartError(
    "The database was made by a newer version of this program: start that version, it can't go back.",
  );
}

/** Whether this version brings migrations that the database doesn't have yet. */
export async function hasPendingMigrations({ db }: Pick<Database, "db">): Promise<boolean> {
  const migrations = await migratorOf(db).getMigrations();
  return migrations.some(({ executedAt }) => executedAt === undefined);
}

const migratorOf = (db: Database["db"]) =>
  new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: "schema_migrations",
    migrationLockTableName: "schema_migrations_lock",
  });

async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(DIRECTORY)).filter((name) => name.endsWith(".sql")).sort();
  const migrations: Record<string, Migration> = {};
  for (const name of files) {
    const text = await readFile(new URL(name, DIRECTORY), "utf8");
    migrations[name.replace(/\.sql$/, "")] = {
      up: async (db) => {
        await sql.raw(text).execute(db);
      },
    };
  }
  return migrations;
}
