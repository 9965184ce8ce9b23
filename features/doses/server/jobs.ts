import { sql } from "kysely";
import type { JobParts } from "../../../server/jobs/job.ts";

const DOSES_AT_ONCE = 5000;
/** So many doses are named in the log; the metric `stuck_items` has the number of all. */
const MAX_LOGGED = 100;
const FIRST_ID = "00000000-0000-0000-0000-000000000000";

type Fault = { dose_id: string; diary_id: string; fields: string[] };

/**
 * Compares each dose with its newest entry, from which it is written. A difference means that an operator changed a row
 * by hand or that a program has a fault; it is kept in `dose_faults` until the two agree again. Notes aren't compared:
 * they may be encrypted, and the guard doesn't read them. An entry from before a field existed lacks it, and isn't
 * compared by it.
 */
export async function checkLedger(
  { database, log }: Pick<JobParts, "database" | "log">,
  atOnce = DOSES_AT_ONCE,
): Promise<number> {
  let faults = 0;
  for (let after: string | null = FIRST_ID; after !== null; ) {
    const page = await checkPage(database, after, atOnce);
    for (const { dose_id, diary_id, fields } of page.faults.slice(0, Math.max(0, MAX_LOGGED - faults)))
      log.error(
        { part: "doses", doseId: dose_id, diaryId: diary_id, fields },
        "a dose differs from its newest entry; neither was changed",
      );
    faults += page.faults.length;
    after = page.next;
  }
  if (faults > 0) log.error({ part: "doses", faults }, "doses differ from their newest entries");
  return faults;
}

/** One page of doses by id; a single statement sees a dose and its entries as of one moment. */
async function checkPage({ db }: JobParts["database"], after: string, limit: number) {
  const { rows } = await sql<{ faults: Fault[]; last: string | null; doses: number }>`
    with page as materialized (
      select * from doses where id > ${after}::uuid order by id limit ${limit}
    ),
    compared as materialized (
      select d.id, d.diary_id, array_remove(array[
        case when e.revision is distinct from d.revision then 'entries' end,
        case when v ->> 'state' is distinct from d.state then 'state' end,
        case when v ->> 'slot' is distinct from d.slot then 'slot' end,
        case when (v ->> 'dueAt')::numeric is distinct from round(extract(epoch from d.due_at) * 1000) then 'due_at' end,
        case when v ->> 'reason' is distinct from d.reason then 'reason' end,
        case when (v ->> 'amount')::numeric is distinct from d.amount then 'amount' end,
        case when (v ->> 'givenAt')::numeric is distinct from round(extract(epoch from d.given_at) * 1000)
          then 'given_at' end,
        case when v ->> 'givenBy' is distinct from d.given_by::text then 'given_by' end,
        case when v ->> 'givenByName' is distinct from d.given_by_name then 'given_by_name' end,
        case when v -> 'against' is distinct from to_jsonb(d.against) then 'against' end,
        case when v ? 'doubts' and v -> 'doubts' is distinct from to_jsonb(d.doubts) then 'doubts' end,
        case when v ->> 'extraOf' is distinct from d.extra_of::text then 'extra_of' end,
        case when v ? 'helped' and v ->> 'helped' is distinct from d.helped then 'helped' end,
        case when v ? 'helpedAt' and (v ->> 'helpedAt')::numeric is distinct from
          round(extract(epoch from d.helped_at) * 1000) then 'helped_at' end,
        case when v ? 'reviewedAt' and (v ->> 'reviewedAt')::numeric is distinct from
          round(extract(epoch from d.reviewed_at) * 1000) then 'reviewed_at' end
      ], null) as fields
        from page d
        left join lateral (
          select revision, "values" as v from dose_entries where dose_id = d.id order by revision desc limit 1
        ) e on true
    ),
    agreeing as (
      delete from dose_faults f using compared c where f.dose_id = c.id and cardinality(c.fields) = 0
    ),
    found as (
      insert into dose_faults (dose_id, diary_id, fields)
      select id, diary_id, fields from compared where cardinality(fields) > 0
          on conflict (dose_id) do update set fields = excluded.fields
      returning dose_id, diary_id, fields
    )
    select (select coalesce(jsonb_agg(found), '[]') from found) as faults,
           (select id from page order by id desc limit 1) as last, (select count(*)::int from page) as doses`.execute(
    db,
  );
  const { faults, last, doses } = rows[0]!;
  return { faults, next: doses < limit ? null : last };
}
