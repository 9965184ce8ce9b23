import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import { type PlansAccess, selectPlans } from "../../../plans/server/public.ts";

/** What a copy of the notebook has of stocks. */

type Db = Kysely<Tables>;

/** All that was counted, added and thrown away of some plans that the reader sees, oldest first. */
export async function listCopiedEvents(db: Db, access: PlansAccess, planIds: readonly string[]) {
  if (planIds.length === 0) return [];
  const rows = await selectPlans(db, access)
    .innerJoin("stock_events as e", (join) =>
      join.onRef("e.diary_id", "=", "p.diary_id").onRef("e.plan_id", "=", "p.id"),
    )
    .clearSelect()
    .select(["p.id as plan_id", "p.unit", "e.kind", "e.amount", "e.at", "e.recorded_at", "e.by_user"])
    .where("p.id", "in", planIds)
    .orderBy("e.at")
    .orderBy("e.recorded_at")
    .orderBy("e.id")
    .execute();
  const names = await readNames(
    db,
    rows.map((row) => row.by_user),
  );
  return rows.map((row) => ({
    planId: row.plan_id,
    doseUnit: row.unit,
    kind: row.kind,
    amount: row.amount,
    at: row.at,
    recordedAt: row.recorded_at,
    by: getShownName(names, row.by_user),
  }));
}

/** The warning levels of some plans that the reader sees. */
export async function listCopiedWarnings(db: Db, access: PlansAccess, planIds: readonly string[]) {
  if (planIds.length === 0) return [];
  const rows = await selectPlans(db, access)
    .innerJoin("stock_warnings as w", (join) =>
      join.onRef("w.diary_id", "=", "p.diary_id").onRef("w.plan_id", "=", "p.id"),
    )
    .clearSelect()
    .select(["p.id as plan_id", "p.unit", "w.below", "w.of_what"])
    .where("p.id", "in", planIds)
    .execute();
  return rows.map((row) => ({ planId: row.plan_id, doseUnit: row.unit, below: row.below, of: row.of_what }));
}
