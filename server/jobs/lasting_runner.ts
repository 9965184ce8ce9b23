import { EventEmitter } from "node:events";
import { type Runner, type RunnerOptions, run, type WorkerEvents } from "graphile-worker";
import { systemClock } from "../clock.ts";

const PAUSE_MS = 500;

/**
 * Runs the worker, and restarts it after a failed start: it asks the database once which tasks it knows and caches
 * the answer, even an error. If its connection breaks at that moment, it never finds a job again.
 */
export async function runWithRestarts(
  options: RunnerOptions,
  clock = systemClock,
): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let starting: Promise<Runner | null> = startRunner();
  await starting;

  async function startRunner(): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter();
    let settled = false;
    for (const sign of ["worker:getJob:empty", "job:start"] as const) {
      events.on(sign, () => {
        settled = true;
      });
    }
    const failed = new Promise<void>((resolve) => {
      events.on("worker:getJob:error", () => settled || resolve());
    });
    const runner = await run({ ...options, events });
    void failed.then(() => {
      starting = restartRunner(runner);
    });
    return runner;
  }

  async function restartRunner(former: Runner): Promise<Runner | null> {
    if (stopping) return former;
    // If it stopped while its other connection is breaking, it would release that connection twice.
    await clock.sleep(PAUSE_MS);
    // Stopping may fail as well; this worker isn't used any more in any case.
    await former.stop().catch(() => {});
    while (!stopping) {
      try {
        return await startRunner();
      } catch {
        // The database is down for longer; the worker has logged it.
        await clock.sleep(PAUSE_MS);
      }
    }
    return null;
  }

  return {
    async stop() {
      stopping = true;
      await (await starting)?.stop();
    },
  };
}
