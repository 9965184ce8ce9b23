import { inject } from "vitest";
import { installClock } from "./database_clock.ts";
import { createRunDatabase, type RunPostgres } from "./run-postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    postgres: RunPostgres;
    /** A directory for files that the tests of a run share; it is deleted after the run. */
    scratch: string;
  }
}

/**
 * A new, migrated database for one test file (or one test), on the real PostgreSQL of this run. `drop()` closes its
 * connections and deletes it.
 * @param options.isEmpty for a database without migrations
 * @param options.hasClock for a database whose time the test sets, with `setDatabaseTime`
 */
export async function createTestDatabase({
  isEmpty = false,
  hasClock = false,
} = {}): Promise<{ connectionString: string; drop(): Promise<void> }> {
  const database = await createRunDatabase(inject("postgres"), { isEmpty });
  if (hasClock) await installClock(database.connectionString);
  return database;
}
