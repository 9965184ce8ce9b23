import { readdir, readFile } from "node:fs/promises";
import { type Migration, Migrator, sql } from "kysely";
import type { Database } from "./database.ts";

const DIRECTORY = new URL("./migrations/", import.meta.url);

/**
 * Brings the database to the schema of this version: runs each new file of `migrations/` in the
 * order of its number, all in one transaction, under a lock so that several nodes may start at once.
 * Throws the first error; then nothing of this run is kept.
 */
export async function migrate({ db }: Pick<Database, "db">): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: readMigrations },
    migrationTableName: "schema_migrations",
    migrationLockTableName: "schema_migrations_lock",
  });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}

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
