import { sql } from "kysely";
import type { Database } from "../../../../server/db/database.ts";
import type { Logger } from "../../../../server/log.ts";
import { isDatabaseDown } from "../../../../server/sync/sqlstate.ts";

type Db = Pick<Database, "db">;

const PROGRAMS_AT_ONCE = 100;
const MAX_ROUNDS = 1000;
const MAX_PAUSE_MINUTES = 24 * 60;

/**
 * Updates programs as time passes: resumes those whose pause is over, and recounts those with a task that became
 * overdue or a phase that began or ended. Reads only due ones (`program_clocks.next_change_at`). A program that fails
 * is retried later and doesn't hold up others.
 */
export async function keepProgramsCurrent({ db }: Db, log: Logger): Promise<void> {
  const { rows: paused } = await sql<{ id: string }>`
    select g.id from program_clocks c join diary_programs g on g.id = c.diary_program_id
     where c.next_change_at <= now() and g.status = 'paused' and g.paused_until <= now()`.execute(db);
  for (const { id } of paused) {
    // As of the planned moment, however late this job runs.
    const resume = sql`select resume_program(id, paused_until) from diary_programs where id = ${id}`;
    await resume.execute(db).then(
      () => forgetFailures({ db }, [id]),
      (error) => scheduleRetry({ db }, log, id, error),
    );
  }
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const { rows } = await sql<{ id: string }>`
      select c.diary_program_id as id from program_clocks c join diary_programs g on g.id = c.diary_program_id
       where c.next_change_at <= now() and g.status <> 'paused'
       order by c.next_change_at limit ${PROGRAMS_AT_ONCE}`.execute(db);
    await count(
      { db },
      log,
      rows.map(({ id }) => id),
    );
    if (rows.length < PROGRAMS_AT_ONCE) break;
  }
}

/** Recounts programs with one statement, or one by one when it fails. */
async function count({ db }: Db, log: Logger, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  try {
    await sql`select count_programs(${ids}::uuid[])`.execute(db);
    await forgetFailures({ db }, ids);
  } catch (error) {
    if (ids.length === 1) return scheduleRetry({ db }, log, ids[0]!, error);
    if (isDatabaseDown(error)) throw error;
    for (const id of ids) await count({ db }, log, [id]);
  }
}

/** Retries a program later, with increasing delays. */
async function scheduleRetry({ db }: Db, log: Logger, id: string, error: unknown): Promise<void> {
  if (isDatabaseDown(error)) throw error;
  await sql`
    update program_clocks
       set failures = failures + 1,
           next_change_at = now() + least(power(2, least(failures, 20)), ${MAX_PAUSE_MINUTES}) * interval '1 minute'
     where diary_program_id = ${id}`.execute(db);
  log.error({ part: "jobs", diaryProgramId: id, err: error }, "A program couldn't be brought up to date.");
}

async function forgetFailures({ db }: Db, ids: string[]): Promise<void> {
  await sql`
    update program_clocks set failures = 0 where diary_program_id = any (${ids}::uuid[]) and failures > 0`.execute(
    db,
  );
}
