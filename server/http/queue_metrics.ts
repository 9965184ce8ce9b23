import { statfs } from "node:fs/promises";
import { Gauge, type Registry } from "prom-client";
import type { Database } from "../db/database.ts";
import { FIGURE_METRICS, type QueueState } from "../jobs/queue.ts";
import { getQueues, readQueues } from "../jobs/queue_data.ts";
import type { Room } from "../rooms.ts";

/** Several scrapes within this time get the same figures. */
const KEEP_MS = 5_000;

/**
 * Waiting, stuck and growing numbers: queues, figures of rooms, the disk, the database. Read when metrics are
 * requested.
 */
export function watchQueues(
  registry: Registry,
  { database, dataDir, rooms }: { database: Database; dataDir: string; rooms: readonly Room[] },
) {
  const registers = [registry];
  const queues = getQueues(rooms);
  const read = remembered(() => readQueues(database.db, queues));
  // All workers of a machine, and all nodes, count the same rows.
  const aggregator = "max" as const;
  const gauge = (name: string, help: string, figure: (state: QueueState) => number) =>
    new Gauge({
      name,
      help,
      labelNames: ["queue"],
      aggregator,
      registers,
      collect: readIfAvailable(async function (this: Gauge) {
        for (const state of await read()) this.set({ queue: state.queue }, figure(state));
      }),
    });
  gauge(
    "queue_waiting",
    "What is due and not done, by queue; counted up to 10,000",
    ({ waiting }) => waiting,
  );
  gauge(
    "queue_oldest_seconds",
    "How long the oldest of them has been due; 0 when nothing waits",
    ({ oldestSeconds }) => oldestSeconds,
  );
  gauge(
    "queue_failed",
    "What was given up in the last day, and what waits after a failure",
    ({ failing, failedInDay }) => failing + failedInDay,
  );
  for (const [metric, help] of Object.entries(FIGURE_METRICS)) {
    const figures = rooms.flatMap((room) => room.figures ?? []).filter((each) => each.metric === metric);
    const counts = figures.map(({ what, count }) => `select '${what}' as what, (${count})::float8 as count`);
    new Gauge({
      name: metric,
      help,
      labelNames: ["what"],
      aggregator,
      registers,
      collect: readIfAvailable(async function (this: Gauge) {
        const { rows } = await database.pool.query<{ what: string; count: number }>(
          counts.join(" union all "),
        );
        for (const { what, count } of rows) this.set({ what }, count);
      }),
    });
  }
  new Gauge({
    name: "database_size_bytes",
    help: "Size of the database with its indexes",
    aggregator,
    registers,
    collect: readIfAvailable(async function (this: Gauge) {
      const { rows } = await database.pool.query(
        "select pg_database_size(current_database())::float8 as size",
      );
      this.set(rows[0].size);
    }),
  });
  new Gauge({
    name: "data_disk_bytes",
    help: "The disk of the data directory: its size, and what is free for the server",
    labelNames: ["what"],
    aggregator,
    registers,
    collect: readIfAvailable(async function (this: Gauge) {
      const { blocks, bavail, bsize } = await statfs(dataDir);
      this.set({ what: "size" }, blocks * bsize);
      this.set({ what: "free" }, bavail * bsize);
    }),
  });
}

/**
 * Leaves a gauge out when its source doesn't answer: the other metrics are never needed more than then, and one failed
 * gauge would take all with it.
 */
export function readIfAvailable(read: (this: Gauge) => Promise<void>): (this: Gauge) => Promise<void> {
  return async function () {
    this.reset();
    await read.call(this).catch(() => {});
  };
}

/** Calls `read` at most once in {@link KEEP_MS}; a failure isn't remembered. */
function remembered<Value>(read: () => Promise<Value>): () => Promise<Value> {
  let last: { at: number; value: Promise<Value> } | null = null;
  return () => {
    if (!last || Date.now() - last.at > KEEP_MS) {
      const value = read();
      last = { at: Date.now(), value };
      value.catch(() => {
        last = null;
      });
    }
    return last.value;
  };
}
