import type { RawBuilder } from "kysely";
import { COUNTED_TO, type QueueName } from "../../lib/queues.ts";

/** The state of a queue. Counts end at {@link COUNTED_TO}. */
export type QueueState = {
  queue: QueueName;
  /** Due and not done. */
  waiting: number;
  /** For how many seconds the oldest item has been due; 0 when nothing waits. */
  oldestSeconds: number;
  /** Planned for later, as far as the queue knows. */
  later: number | null;
  /** Failed, with another attempt planned. */
  failing: number;
  /** Given up in the last day. */
  failedInDay: number;
  /** The last success, epoch ms; of a planner, the end of its planned time. */
  lastSuccess: number | null;
};

/**
 * A queue that a room or the platform registers. Its figures are SQL expressions, each bounded and found by an index;
 * the queue doesn't know (`later`, `lastSuccess`) or doesn't have (`failing`, `failedInDay`) those that are missing.
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
  /** Makes failed items and those waiting after a failure due now; its number of rows is the number of retries. */
  retry?: RawBuilder<unknown>;
};

/** The most items that one retry makes due. */
export const RETRIED_AT_ONCE = 1_000;

/** A count of at most {@link COUNTED_TO} rows; `rows` is the SQL after `select`. */
export const countUpTo = (rows: string) =>
  `(select count(*) from (select ${rows} limit ${COUNTED_TO}) counted)::int`;

/** Seconds since the first of `rows`, a moment by an index; 0 when there is none or it is in the future. */
export const getSecondsSince = (first: string) =>
  `greatest(0, coalesce(extract(epoch from now() - (${first})), 0))::float8`;

/** A moment as epoch ms. */
export const getEpochMs = (moment: string) => `(extract(epoch from (${moment})) * 1000)::float8`;

/** The figures of a queue whose rows have their due time. */
export const getDueRows = (table: string, due: string, where = "true") => ({
  waiting: countUpTo(`from ${table} where ${where} and ${due} <= now()`),
  oldestSeconds: getSecondsSince(
    `select ${due} from ${table} where ${where} and ${due} is not null order by ${due} limit 1`,
  ),
  later: countUpTo(`from ${table} where ${where} and ${due} > now()`),
});

/** A room's figure for the metrics: `count` is an SQL expression that counts `what` by an index. */
export type Figure = { metric: FigureMetric; what: string; count: string };

/** Figures of rooms for the metrics, with their descriptions. */
export const FIGURE_METRICS = {
  notification_mails:
    "Notifications that wait for their five minutes or for a digest, and letters of the last hour",
  stuck_items:
    "Repeated tasks that can't be continued, programs that can't be brought up to date, and doses that differ from their newest entry; the log says why",
} as const;
export type FigureMetric = keyof typeof FIGURE_METRICS;
