import { sql } from "kysely";
import { RecurrenceError } from "../../../lib/recurrence/recurrence.ts";
import type { Database } from "../../../server/db/database.ts";
import { Failures } from "../../../server/jobs/failures.ts";
import type { Logger } from "../../../server/log.ts";
import { isConflict, isDatabaseDown, isTimeout } from "../../../server/sync/sqlstate.ts";
import type { SERIES_FAILURES } from "../schema.ts";
import { DAYS_AHEAD, extendSeries } from "./task_series.ts";

type Db = Pick<Database, "db">;

const SERIES_AT_ONCE = 100;
const MAX_PAUSE_HOURS = 24;

/**
 * Why a series can't be continued: the notebook's zone is unknown, its rule can't be computed, or an internal error.
 */
export type SeriesFailure = (typeof SERIES_FAILURES)[number];

/**
 * Creates the tasks of the days that are now within the horizon; once a day is enough. One transaction per series: a
 * series that fails stores its reason, is retried later, and doesn't hold up others.
 */
export async function extendAllSeries({ db }: Db, log: Logger, now = new Date()): Promise<void> {
  const failures = new Failures();
  for (let after: SeriesPlace | null = null; ; ) {
    const due = await dueSeries({ db }, now, after);
    for (const { id } of due) {
      try {
        await extendOne({ db }, id, now);
      } catch (error) {
        if (isDatabaseDown(error)) throw error;
        // Temporary and not the series' fault: the next run retries.
        if (isConflict(error) || isTimeout(error)) failures.add(error);
        else await failures.collectFailure(() => keepFailure({ db }, log, id, error, now));
      }
    }
    if (due.length < SERIES_AT_ONCE) break;
    after = due.at(-1)!;
  }
  failures.throwIfAny();
}

type SeriesPlace = { id: string; made_until: string };

/** Series whose tasks end before the horizon, the earliest end first. */
async function dueSeries({ db }: Db, now: Date, after: SeriesPlace | null): Promise<SeriesPlace[]> {
  const { rows } = await sql<SeriesPlace>`
    select id, made_until::text as made_until from task_series
     where made_until < (${now}::timestamptz + make_interval(days => ${DAYS_AHEAD - 1}))::date
       and (end_day is null or made_until < end_day)
       and (next_try_at is null or next_try_at <= ${now})
       and (${after?.id ?? null}::uuid is null
            or (made_until, id) > (${after?.made_until ?? null}::date, ${after?.id ?? null}::uuid))
     order by made_until, id limit ${SERIES_AT_ONCE}`.execute(db);
  return rows;
}

async function extendOne({ db }: Db, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const series = await transaction
      .selectFrom("task_series as s")
      .innerJoin("diaries as d", "d.id", "s.diary_id")
      .selectAll("s")
      .select("d.time_zone")
      .where("s.id", "=", id)
      .forUpdate("s")
      .skipLocked()
      .executeTakeFirst();
    // Another node is working on it, or it was deleted.
    if (series) await extendSeries(transaction, series, now);
  });
}

async function keepFailure({ db }: Db, log: Logger, id: string, error: unknown, now: Date): Promise<void> {
  const failure = getReason(error);
  const row = await db
    .updateTable("task_series")
    .set({
      failure,
      failed_at: sql`coalesce(failed_at, ${now})`,
      failure_count: sql`failure_count + 1`,
      next_try_at: sql`${now}::timestamptz
        + least(power(2, least(failure_count, 10)), ${MAX_PAUSE_HOURS}) * interval '1 hour'`,
    })
    .where("id", "=", id)
    .returning(["failure_count", "diary_id"])
    .executeTakeFirst();
  log.error(
    {
      part: "jobs",
      series: id,
      diaryId: row?.diary_id,
      failure,
      attempt: row?.failure_count,
      // A known reason suffices; a rule's text or a title mustn't be logged.
      ...(failure === "other" && { err: error }),
    },
    "A repeated task couldn't be continued.",
  );
}

function getReason(error: unknown): SeriesFailure {
  if (error instanceof RecurrenceError) return "rule";
  return error instanceof RangeError && /time ?zone/i.test(error.message) ? "zone" : "other";
}
