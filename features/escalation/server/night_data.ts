import type { Kysely } from "kysely";
import { DAY, MINUTE } from "../../../lib/dates/time.ts";
import { addDays, toClockInZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { type NotebookAccess, readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { listPlannedSlots } from "../../plans/rules/slots.ts";
import { asVersion, listVersionsFrom, selectPlans, toTeamPlans } from "../../plans/server/public.ts";
import { type EscalatedKind, type EscalationSetup, isNight, listSteps } from "../rules.ts";

type Db = Kysely<Tables>;

const LOOKED_AHEAD = 7;
/** Times of the day that are looked at; a notebook has fewer. */
const MAX_TIMES = 200;

/**
 * Whether a setup notifies members at night, at some time of the coming week. It reads no member's quiet hours: a
 * leader who tries many setups could otherwise find out when these are.
 */
export async function isSetupAtNight(
  db: Db,
  access: NotebookAccess,
  { kind, setup }: { kind: EscalatedKind; setup: EscalationSetup },
  now: Date,
): Promise<boolean> {
  const timeZone = await readTimeZone(db, access);
  const offsets = listSteps(setup).flatMap(({ recipient, after }) => (recipient === "again" ? [] : [after]));
  const times = await (kind === "task-due"
    ? listTaskTimes(db, access, now)
    : listDoseTimes(db, access, timeZone, now));
  return times.some((at) => offsets.some((after) => isNight(toClockInZone(at + after * MINUTE, timeZone))));
}

/** One moment of the week to come for each time of the day. */
const pickOneEach = (times: readonly number[]): number[] =>
  [...new Map(times.map((at) => [at % DAY, at])).values()].slice(0, MAX_TIMES);

async function listTaskTimes(db: Db, { diaryId }: NotebookAccess, now: Date): Promise<number[]> {
  const rows = await db
    .selectFrom("tasks")
    .select("remind_at")
    .where("diary_id", "=", diaryId)
    .where("status", "in", ["pending", "in_progress"])
    .where("remind_at", ">", toTimestamp(now))
    .where("remind_at", "<=", toTimestamp(now.getTime() + LOOKED_AHEAD * DAY))
    .limit(5000)
    .execute();
  return pickOneEach(rows.flatMap(({ remind_at }) => remind_at ?? []));
}

async function listDoseTimes(
  db: Db,
  { diaryId }: NotebookAccess,
  timeZone: string,
  now: Date,
): Promise<number[]> {
  const plans = await selectPlans(db, toTeamPlans(diaryId)).where("p.ended_at", "is", null).execute();
  const versions = await listVersionsFrom(
    db,
    diaryId,
    plans.map(({ id }) => id),
    now,
  );
  const today = toDayInZone(now.getTime(), timeZone);
  const span = { from: today, to: addDays(today, LOOKED_AHEAD) };
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  return pickOneEach(
    [...byPlan.values()].flatMap((rows) =>
      listPlannedSlots(rows.map(asVersion), span, null).map(({ dueAt }) => dueAt),
    ),
  );
}
