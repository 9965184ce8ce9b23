import { type Kysely, sql } from "kysely";
import { QUEUES, type QueueName } from "../../lib/queues.ts";
import type { Tables } from "../db/database.ts";
import type { Room } from "../rooms.ts";
import { describeJobs, PLATFORM_QUEUES } from "./platform_queues.ts";
import type { Queue, QueueState } from "./queue.ts";

/** The queues of the platform and of these rooms, without the job queue. */
export const getQueues = (rooms: readonly Pick<Room, "queues">[]): readonly Queue[] => [
  ...PLATFORM_QUEUES,
  ...rooms.flatMap(({ queues = [] }) => queues),
];

const getQueueState = ({ name, from, ...figures }: Queue) => `
  select '${name}' as queue, ${figures.waiting} as waiting, (${figures.oldestSeconds})::float8 as "oldestSeconds",
         (${figures.later ?? "null"})::int as later, ${figures.failing ?? "0"} as failing,
         ${figures.failedInDay ?? "0"} as "failedInDay", (${figures.lastSuccess ?? "null"})::float8 as "lastSuccess"
  ${from ? `from ${from}` : ""}`;

/** The state of all queues, in the order of {@link QUEUES}; every figure is bounded, however many rows there are. */
export async function readQueues(db: Kysely<Tables>, queues: readonly Queue[]): Promise<QueueState[]> {
  const asked = await sql<{ hasJobs: boolean }>`
    select to_regclass('graphile_worker.jobs') is not null as "hasJobs"`.execute(db);
  const all = [...queues, describeJobs(asked.rows[0]!.hasJobs)];
  const { rows } = await sql.raw<QueueState>(all.map(getQueueState).join(" union all ")).execute(db);
  return rows.toSorted((a, b) => QUEUES.indexOf(a.queue) - QUEUES.indexOf(b.queue));
}

/**
 * Makes all failed items of a queue due now, and those waiting for their next attempt. Each is checked again before it
 * is sent. Returns how many.
 */
export async function retryQueue(
  db: Kysely<Tables>,
  queues: readonly Queue[],
  name: QueueName,
): Promise<number> {
  const { numAffectedRows } = await queues.find((queue) => queue.name === name)!.retry!.execute(db);
  return Number(numAffectedRows ?? 0);
}
