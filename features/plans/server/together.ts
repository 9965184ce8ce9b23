import type { Kysely } from "kysely";
import { DAY } from "../../../lib/dates/time.ts";
import { CareError } from "../../../lib/errors.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { PLAN_MESSAGES } from "../rules/limits.ts";
import { groupTogether, type Tie } from "../rules/same-medicine.ts";
import type { PlanAccess } from "./access.ts";
import { BINDINGS, getOpener } from "./words.ts";

type Db = Kysely<Tables>;

/** The doses of a plan that ended longer ago are in no window of a limit. */
const ENDED_DAYS = 31;
const MAX_READ = 1000;

/** A plan as plans of the same medicine are found and compared; `name` is "" when its key is destroyed. */
export type ComparedPlan = {
  id: string;
  name: string;
  strength: string;
  doseUnit: string;
  visibility: string;
  endedAt: number | null;
};

/** The running and recently ended plans of a notebook, with the plans that count together, by each plan's id. */
export async function readPlansTogether(db: Db, diaryId: string, vault: Vault, now: number) {
  const [rows, tied] = await runPipelined(
    db
      .selectFrom("medication_plans")
      .select(["id", "unit", "visibility", "facts", "sealed_facts", "ended_at"])
      .where("diary_id", "=", diaryId)
      .where((eb) =>
        eb.or([eb("ended_at", "is", null), eb("ended_at", ">", toTimestamp(now - ENDED_DAYS * DAY))]),
      )
      .orderBy("created_at", "desc")
      .limit(MAX_READ)
      .execute(),
    selectTies(db, diaryId).limit(MAX_READ).execute(),
  );
  const open = await getOpener(
    vault,
    db,
    diaryId,
    rows.some((row) => row.sealed_facts),
  );
  const plans = rows.map((row): ComparedPlan => {
    const facts = open(BINDINGS.plan(row.id), row.facts, row.sealed_facts);
    return {
      id: row.id,
      name: facts?.name ?? "",
      strength: facts?.strength ?? "",
      doseUnit: row.unit,
      visibility: row.visibility,
      endedAt: row.ended_at,
    };
  });
  const ties = tied.map(asTie);
  return {
    byId: new Map(plans.map((plan) => [plan.id, plan])),
    ties,
    together: groupTogether(plans, ties),
  };
}

const selectTies = (db: Db, diaryId: string) =>
  db
    .selectFrom("medication_plan_ties")
    .select(["plan_id", "other_id", "is_together"])
    .where("diary_id", "=", diaryId);

const asTie = (row: { plan_id: string; other_id: string; is_together: boolean }): Tie => ({
  planIds: [row.plan_id, row.other_id],
  isTogether: row.is_together,
});

/** Writes that two plans count together, or that they don't although their names are alike. */
export async function countTogether(
  db: Db,
  { plan, userId }: PlanAccess,
  { otherPlanId, isTogether }: { otherPlanId: string; isTogether: boolean },
  now: Date,
): Promise<void> {
  if (otherPlanId === plan.id) throw new CareError("invalid", PLAN_MESSAGES.itself, { path: "otherPlanId" });
  const [planId, otherId] = [plan.id, otherPlanId].sort() as [string, string];
  // A dose of either that is given at this moment is compared before it or after it.
  for (const id of [planId, otherId]) await serializeTransactions(db, "dose_turns", id);
  const tie = { is_together: isTogether, said_by: userId, said_at: now };
  await db
    .insertInto("medication_plan_ties")
    .values({ diary_id: plan.diary_id, plan_id: planId, other_id: otherId, ...tie })
    .onConflict((conflict) => conflict.columns(["plan_id", "other_id"]).doUpdateSet(tie))
    .execute();
}
