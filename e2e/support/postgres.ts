import { runMigrations } from "graphile-worker";
import { rooms } from "../../registry/rooms.ts";
import { createRunDatabase, startRunPostgres } from "../../test/run-postgres.ts";

/** The variables by which workers know the run's PostgreSQL. */
const [ADMIN, APP] = ["E2E_POSTGRES_ADMIN", "E2E_POSTGRES_APP"];

/** Starts one PostgreSQL for all workers of a run, with a template that each server's database is copied from. */
export async function startSharedPostgres(): Promise<() => Promise<void>> {
  const { admin, app, stop } = await startRunPostgres(async (template) => {
    for (const room of rooms) await room.prepare?.(template);
    await runMigrations({ connectionString: template.connectionString });
  });
  process.env[ADMIN] = admin;
  process.env[APP] = app;
  return stop;
}

/** A database of a server's own in the run's PostgreSQL; null outside of a run, where the server starts its own. */
export async function createDatabase(): Promise<{ connectionString: string; drop(): Promise<void> } | null> {
  const { [ADMIN]: admin, [APP]: app } = process.env;
  return admin && app ? createRunDatabase({ admin, app }) : null;
}
