import {
  type ExpressionBuilder,
  type Kysely,
  type RawBuilder,
  type Selectable,
  type SelectQueryBuilder,
  sql,
} from "kysely";
import { addDays, isCalendarDay } from "../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../server/db/database.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import type { Schedule } from "../rules/schedule.ts";
import { listPlannedSlots, listSlotsAfterLast, type PlanVersion, type Slot } from "../rules/slots.ts";
import type { PlanRow } from "./access.ts";

type Db = Kysely<Tables>;
export type VersionRow = Selectable<Tables["medication_plan_versions"]>;

export const asVersion = (row: VersionRow): PlanVersion => ({
  version: row.version,
  schedule: row.schedule as Schedule,
  firstDay: row.first_day,
  lastDay: row.last_day,
  timeZone: row.time_zone,
  effectiveFrom: row.effective_from,
});

/** A select of plans' ids, for reads in the same round trip as the plans. */
export type PlanSelect = SelectQueryBuilder<Tables & { p: Tables["medication_plans"] }, "p", { id: string }>;

/** The versions of plans of a notebook, or of several, that are valid at a moment or later, oldest first. */
export async function listVersionsFrom(
  db: Db,
  diaryIds: string | readonly string[],
  planIds: readonly string[] | PlanSelect,
  from: Date,
): Promise<VersionRow[]> {
  if (Array.isArray(planIds) && planIds.length === 0) return [];
  return db
    .selectFrom("medication_plan_versions as v")
    .selectAll("v")
    .where("v.diary_id", "in", typeof diaryIds === "string" ? [diaryIds] : diaryIds)
    .where("v.plan_id", "in", planIds)
    .where(isValidFrom(from))
    .orderBy("v.plan_id")
    .orderBy("v.version")
    .execute();
}

/** Whether a version `v` holds at a moment or later: none that came after it has begun by then. */
export const isValidFrom =
  (from: Date | RawBuilder<number>) =>
  (eb: ExpressionBuilder<Tables & { v: Tables["medication_plan_versions"] }, "v">) =>
    eb.not(
      eb.exists(
        eb
          .selectFrom("medication_plan_versions as next")
          .select(sql`1`.as("one"))
          .whereRef("next.diary_id", "=", "v.diary_id")
          .whereRef("next.plan_id", "=", "v.plan_id")
          .whereRef("next.version", ">", "v.version")
          .where("next.effective_from", "<=", from instanceof Date ? toTimestamp(from) : from),
      ),
    );

/**
 * The planned dose of this name, if the plan still has it: its versions decide, not the device. `lastGivenAt` is the
 * plan's last dose and `now` the moment, for plans that count from it.
 */
export function findSlot(
  plan: Pick<PlanRow, "ended_at">,
  versions: readonly VersionRow[],
  name: string,
  { lastGivenAt, now }: { lastGivenAt: number | null; now: number },
): Slot | null {
  const day = name.slice(0, 10);
  const planned = isCalendarDay(day)
    ? listPlannedSlots(versions.map(asVersion), { from: day, to: day }, plan.ended_at)
    : [];
  const elapsed = listSlotsAfterLast(versions.map(asVersion), { lastGivenAt, endedAt: plan.ended_at, now });
  return [...planned, ...elapsed].find(({ slot }) => slot === name) ?? null;
}

/** A day on each side: the days of two zones don't begin together. */
export const widenDays = ({ from, to }: { from: string; to: string }) => ({
  from: addDays(from, -1),
  to: addDays(to, 1),
});
