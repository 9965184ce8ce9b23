import type { RawBuilder } from "kysely";
import { COUNTED_TO, type QueueName } from "../../lib/queues.ts";

/** How a queue stands. Counts end at {@link COUNTED_TO}. */
export type QueueState = {
  queue: QueueName;
  /** What is due and not done. */
  waiting: number;
  /** For how many seconds the oldest of them has been due; 0 when nothing waits. */
  oldestSeconds: number;
  /** What is planned for later, as far as the queue knows that. */
  later: number | null;
  /** What will be tried again after a failure. */
  failing: number;
  /** What was given up in the last day. */
  failedInDay: number;
  /** When something was last done, epoch ms; of a planner, up to when it has looked. */
  lastSuccess: number | null;
};

/**
 * A queue that a room or the platform registers. Its figures are SQL expressions, each bounded and found by an index; what
 * is left out, the queue doesn't know (`later`, `lastSuccess`) or doesn't have (`failing`, `failedInDay`).
 */
export type Queue = {
  name: QueueName;
  waiting: string;
  oldestSeconds: string;
  later?: string;
  failing?: string;
  failedInDay?: string;
  lastSuccess?: string;
  /** One row that the expressions read, as after `from`. */
  from?: string;
  /** Makes due now what failed and what waits after a failure; its number of rows is what is tried again. */
  retry?: RawBuilder<unknown>;
};

/** So many things at most are tried again at once. */
export const RETRIED_AT_ONCE = 1_000;

/** A count of at most {@link COUNTED_TO} rows; `rows` is what follows `select`. */
export const countUpTo = (rows: string) =>
  `(select count(*) from (select ${rows} limit ${COUNTED_TO}) counted)::int`;

/** Seconds since the first of `rows`, a moment by an index; 0 when there is none or it is in the future. */
export const secondsSince = (first: string) =>
  `greatest(0, coalesce(extract(epoch from now() - (${first})), 0))::float8`;

/** A moment as epoch ms. */
export const epochMs = (moment: string) => `(extract(epoch from (${moment})) * 1000)::float8`;

/** The figures of a queue whose rows have the moment at which they are due. */
export const dueRows = (table: string, due: string, where = "true") => ({
  waiting: countUpTo(`from ${table} where ${where} and ${due} <= now()`),
  oldestSeconds: secondsSince(
    `select ${due} from ${table} where ${where} and ${due} is not null order by ${due} limit 1`,
  ),
  later: countUpTo(`from ${table} where ${where} and ${due} > now()`),
});

/** A figure of a room for the metrics: how much there is of `what`, an SQL expression that counts by an index. */
export type Figure = { metric: FigureMetric; what: string; count: string };

/** What rooms count for the metrics, with what is said of each. */
export const FIGURE_METRICS = {
  notification_mails:
    "Notifications that wait for their five minutes or for a digest, and letters of the last hour",
  stuck_items:
    "Repeated tasks that can't be continued, programs that can't be brought up to date, and doses that differ from their newest entry; the log says why",
} as const;
export type FigureMetric = keyof typeof FIGURE_METRICS;
