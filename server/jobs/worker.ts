import {
  Logger as JobLogger,
  type LogLevel,
  parseCrontab,
  type RunnerOptions,
  type TaskList,
} from "graphile-worker";
import { Pool } from "pg";
import { type Clock, systemClock } from "../clock.ts";
import type { Config } from "../config.ts";
import { type Database, KEEP_ALIVE } from "../db/database.ts";
import type { Logger } from "../log.ts";
import { createDelivery } from "../mail/delivery.ts";
import { startPostman } from "../mail/postman.ts";
import type { DeliveryObserver, Room } from "../rooms.ts";
import type { FileStorage } from "../storage/storage.ts";
import { deleteExpired, removeFiles } from "./data.ts";
import type { DueLoop } from "./due_work.ts";
import { Failures } from "./failures.ts";
import type { DeletionObserver } from "./job.ts";
import { runWithRestarts } from "./lasting_runner.ts";
import { startSummingRows } from "./row_counts.ts";

/** The platform's own jobs. A machine that was off at night makes them up when it is on again. Times are UTC. */
const CRONTAB = [
  "17 3 * * * delete_expired ?fill=2d&max=3&jobKey=delete_expired",
  "*/5 * * * * remove_files ?max=1&jobKey=remove_files",
];

const CONCURRENT_JOBS = 2;
const CONNECTIONS = 3;

/**
 * Starts the background work of this node: the job queue (graphile-worker, which has its own tables in the schema
 * `graphile_worker`) and the postman. `stop()` lets running work finish.
 */
export async function startJobs({
  database,
  storage,
  config,
  log,
  rooms,
  deliveries,
  onDeleted = () => {},
  clock = systemClock,
  due,
}: {
  database: Database;
  storage: FileStorage;
  config: Config;
  log: Logger;
  rooms: readonly Room[];
  /** Absent where nobody reads metrics. */
  deliveries?: DeliveryObserver;
  onDeleted?: DeletionObserver;
  /** The node's loop for work that waits in rows. */
  due?: DueLoop;
  /** The clock of the postman and the other loops of this node; the queue has PostgreSQL's time. */
  clock?: Clock;
}): Promise<{ stop(): Promise<void> }> {
  const { retention } = config;
  const parts = { database, log, retention, onDeleted };
  const jobs = rooms.flatMap((room) => room.jobs ?? []);
  const tasks: TaskList = {
    ...Object.fromEntries(jobs.map(({ name, run }) => [name, () => run(parts)])),
    delete_expired: async () => {
      const failures = new Failures();
      await failures.collectFailure(() => deleteExpired(database, retention, onDeleted));
      for (const room of rooms) await failures.collectFailure(async () => room.deleteExpired?.(parts));
      failures.throwIfAny();
    },
    remove_files: async () => {
      const failures = new Failures();
      for (const room of rooms) await failures.collectFailure(async () => room.endExpired?.(parts));
      await failures.collectFailure(() => removeFiles(database, storage, retention.removedFileDays));
      await failures.collectFailure(() => storage.drafts.removeAbandoned(clock.now()));
      failures.throwIfAny();
    },
  };
  const crontab = [
    ...CRONTAB,
    ...jobs.map(({ name, schedule, options }) => `${schedule} ${name} ?${options}&jobKey=${name}`),
  ].join("\n");
  await storage.drafts.removeAbandoned(clock.now());
  const pool = createWorkerPool(database.connectionString);
  const options: RunnerOptions = {
    pgPool: pool,
    concurrency: CONCURRENT_JOBS,
    // New jobs are announced by notifications; polling finds later ones.
    pollInterval: 5_000,
    noHandleSignals: true,
    logger: jobLogger(log),
    taskList: tasks,
    parsedCronItems: parseCrontab(crontab),
  };
  const runner = await runWithRestarts(options, clock).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const postman = startPostman({
    database,
    delivery: createDelivery(config),
    log,
    onMail: deliveries?.onMail,
    clock,
    due,
  });
  const sums = startSummingRows(database, log, clock);
  return {
    async stop() {
      await Promise.all([runner.stop(), postman.stop(), sums.stop()]);
      await pool.end();
    },
  };
}

/**
 * The worker's connection pool. A pool that it opened itself would stop listening for errors before its connections
 * are closed, and an error without a listener ends the process.
 */
function createWorkerPool(connectionString: string): Pool {
  const pool = new Pool({
    connectionString,
    max: CONNECTIONS,
    application_name: "carediary jobs",
    ...KEEP_ALIVE,
  });
  const ignoreError = () => {};
  pool.on("error", ignoreError);
  pool.on("connect", (client) => client.on("error", ignoreError));
  return pool;
}

const LEVELS: Record<LogLevel, "error" | "warn" | "info" | "debug"> = {
  error: "error",
  warning: "warn",
  // The worker logs the start and end of each job at info; for us that is debug.
  info: "debug",
  debug: "debug",
};

function jobLogger(log: Logger): JobLogger {
  return new JobLogger(({ label, taskIdentifier, jobId }) => (level, message, meta) => {
    const given = (meta as { error?: unknown } | undefined)?.error;
    // The library logs errors of its own connections in words only; the log suppresses such lines while the database is
    // away.
    const isOwn = taskIdentifier === undefined && (level === "error" || level === "warning");
    const error = given ?? (isOwn ? Object.assign(new Error(message), { stack: "" }) : undefined);
    log[LEVELS[level as LogLevel] ?? "debug"](
      { part: "jobs", label, taskIdentifier, jobId, err: error },
      message,
    );
  });
}
