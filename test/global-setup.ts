import type { TestProject } from "vitest/node";
import { ensureBuilt, SERVER } from "../server/build/build.ts";
import { startRunPostgres } from "./run-postgres.ts";

/** Vitest loads this module for each project of a run; they share one PostgreSQL. */
const shared = globalThis as {
  runningPostgres?: { users: number; started: ReturnType<typeof startRunPostgres> };
};

/** Builds the server, for the tests that start the program, and starts the run's PostgreSQL. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  shared.runningPostgres ??= { users: 0, started: ensureBuilt(SERVER).then(() => startRunPostgres()) };
  const running = shared.runningPostgres;
  running.users++;
  const { admin, app, directory, stop } = await running.started;
  project.provide("postgres", { admin, app });
  project.provide("scratch", directory);
  return async () => {
    if (--running.users === 0) await stop();
  };
}
