import { addDays } from "../../../../lib/dates/zone-day.ts";
import type { Database } from "../../../../server/db/database.ts";
import { Failures } from "../../../../server/jobs/failures.ts";
import { SERIES_DAYS_AHEAD } from "../../rules/appointments.ts";
import { extendSeries } from "./series_data.ts";

type Db = Pick<Database, "db">;

const AT_A_TIME = 100;

/**
 * Makes the appointments of the days that are now within the horizon; once a day is enough. One transaction a series:
 * a failed one is tried again the next day and holds up no other.
 */
export async function extendAllAppointments({ db }: Db, now = new Date()): Promise<void> {
  const failures = new Failures();
  const horizon = addDays(now.toISOString().slice(0, 10), SERIES_DAYS_AHEAD - 1);
  for (let after: { id: string; made_until: string } | null = null; ; ) {
    let select = db
      .selectFrom("appointment_series")
      .select(["id", "made_until"])
      .where("made_until", "<", horizon)
      .where((eb) => eb.or([eb("end_day", "is", null), eb("end_day", ">", eb.ref("made_until"))]))
      .orderBy("made_until")
      .orderBy("id")
      .limit(AT_A_TIME);
    if (after) {
      const { id, made_until } = after;
      select = select.where((eb) =>
        eb.or([
          eb("made_until", ">", made_until),
          eb.and([eb("made_until", "=", made_until), eb("id", ">", id)]),
        ]),
      );
    }
    const due = await select.execute();
    for (const { id } of due) {
      await failures.collectFailure(() => extendOne({ db }, id, now));
    }
    if (due.length < AT_A_TIME) break;
    after = due.at(-1)!;
  }
  failures.throwIfAny();
}

async function extendOne({ db }: Db, id: string, now: Date): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const series = await transaction
      .selectFrom("appointment_series")
      .selectAll()
      .where("id", "=", id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    // Another node is working on it, or it was deleted.
    if (series) await extendSeries(transaction, series, now);
  });
}
