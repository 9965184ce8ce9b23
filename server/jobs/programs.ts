import { sql } from "kysely";
import type { Database } from "../db/database.ts";

const PROGRAMS_AT_ONCE = 100;
const MOST_ROUNDS = 1000;

/**
 * Keeps programs right as time goes by: goes on with those whose pause is over and counts those of which a task became
 * overdue or a phase began or ended. Looks only at what is due (`program_clocks.next_change_at`). One that can't be
 * resumed doesn't keep the others; its error is thrown at the end.
 */
export async function keepProgramsCurrent({ db }: Pick<Database, "db">): Promise<void> {
  const { rows: paused } = await sql<{ id: string }>`
    select g.id from program_clocks c join diary_programs g on g.id = c.diary_program_id
     where c.next_change_at <= now() and g.status = 'paused' and g.paused_until <= now()`.execute(db);
  const failures: unknown[] = [];
  for (const { id } of paused) {
    // As of the promised moment, however late this comes.
    await sql`select resume_program(id, paused_until) from diary_programs where id = ${id}`
      .execute(db)
      .catch((error) => failures.push(error));
  }
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const { rows } = await sql<{ counted: number }>`
      with due as (
        select array_agg(diary_program_id) as ids from (
          select c.diary_program_id from program_clocks c join diary_programs g on g.id = c.diary_program_id
           where c.next_change_at <= now() and g.status <> 'paused'
           order by c.next_change_at limit ${PROGRAMS_AT_ONCE}) first)
      select cardinality(ids) as counted, count_programs(ids) from due where ids is not null`.execute(db);
    if ((rows[0]?.counted ?? 0) < PROGRAMS_AT_ONCE) break;
  }
  if (failures.length > 0) throw failures[0];
}
