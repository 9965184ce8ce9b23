import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { MINUTE } from "../../../../lib/dates/time.ts";
import { CareError } from "../../../../lib/errors.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getShownName, readNames } from "../../../../server/db/names.ts";
import type { Vault } from "../../../../server/vault/vault.ts";
import { AMOUNT_MESSAGES, type Unit } from "../../../plans/rules/amounts.ts";
import { PLAN_MESSAGES } from "../../../plans/rules/limits.ts";
import { isScheduled } from "../../../plans/rules/schedule.ts";
import {
  asVersion,
  checkAmount,
  listVersionsFrom,
  type PlanAccess,
  type PlansAccess,
  presentPlans,
  selectPlans,
} from "../../../plans/server/public.ts";
import { STOCK_MESSAGES } from "../../rules/messages.ts";
import { MAX_STOCK_AGE, MAX_STOCK_EVENTS, type StockKind, type StockWarning } from "../../rules/stock.ts";
import { computeSupply } from "./supply.ts";

type Db = Kysely<Tables>;

type Counted = {
  plan_id: string;
  amount: number;
  counted_at: number;
  counted_by: string;
  /** The newest count, or the last given dose when that is later. */
  since: number;
};

/** The amount left of each running plan's medicine that the reader sees, and its warning level. */
export async function listStock(db: Db, access: PlansAccess, vault: Vault) {
  const { diaryId } = access;
  const rows = await selectPlans(db, access)
    .where("p.ended_at", "is", null)
    .orderBy("p.created_at", "desc")
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === 0) return [];
  const counted = new Map((await readCountedStock(db, diaryId, ids)).map((row) => [row.plan_id, row]));
  // The versions of the doses due from the earliest relevant moment, and those that hold now.
  const from = Math.min(Date.now(), ...[...counted.values()].map(({ since }) => since));
  const versions = await listVersionsFrom(db, diaryId, ids, new Date(from));
  const plans = await presentPlans(db, diaryId, vault, rows, versions);
  const warnings = await listWarnings(db, diaryId, ids);
  const names = await readNames(
    db,
    [...counted.values()].map((row) => row.counted_by),
  );
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  return plans.map(({ _id, name, strength, doseUnit, current }) => {
    const stock = counted.get(_id);
    return {
      planId: _id,
      name,
      strength,
      doseUnit,
      hasTimes: isScheduled(current.schedule),
      stock: stock
        ? {
            amount: stock.amount,
            countedAt: stock.counted_at,
            countedBy: getShownName(names, stock.counted_by),
            supply: computeSupply(byPlan.get(_id)!.map(asVersion), stock.amount, stock.since),
          }
        : null,
      warning: warnings.get(_id) ?? null,
    };
  });
}

/**
 * The stock of all plans in one statement: the newest count, with the amounts added, discarded and given after it. It
 * is never stored, so a corrected or withdrawn dose corrects it. A dose that was given at the very moment of the count
 * was given after it: the stock is rather too small than too large.
 */
function readCountedStock(db: Db, diaryId: string, planIds: readonly string[]): Promise<Counted[]> {
  return db
    .selectFrom("medication_plans as p")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("stock_events as s")
          .select(["s.at", "s.recorded_at", "s.id", "s.amount", "s.by_user"])
          .whereRef("s.diary_id", "=", "p.diary_id")
          .whereRef("s.plan_id", "=", "p.id")
          // Written as in the index, and so below.
          .where(sql<boolean>`s.kind = 'counted'`)
          .orderBy("s.at", "desc")
          .orderBy("s.recorded_at", "desc")
          .orderBy("s.id", "desc")
          .limit(1)
          .as("c"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("stock_events as s")
          .select(sql<number>`sum(case s.kind when 'added' then s.amount else - s.amount end)`.as("amount"))
          .whereRef("s.diary_id", "=", "p.diary_id")
          .whereRef("s.plan_id", "=", "p.id")
          .where("s.kind", "!=", "counted")
          .where(sql<boolean>`(s.at, s.recorded_at, s.id) > (c.at, c.recorded_at, c.id)`)
          .as("e"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("doses as d")
          .select(sql<number>`sum(d.amount)`.as("amount"))
          .whereRef("d.diary_id", "=", "p.diary_id")
          .whereRef("d.plan_id", "=", "p.id")
          .where(sql<boolean>`d.state = 'given'`)
          .whereRef("d.given_at", ">=", "c.at")
          .as("g"),
      (join) => join.onTrue(),
    )
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom("doses as d")
          .select(sql<number>`greatest(d.given_at, d.due_at)`.as("at"))
          .whereRef("d.diary_id", "=", "p.diary_id")
          .whereRef("d.plan_id", "=", "p.id")
          .where(sql<boolean>`d.state = 'given'`)
          .orderBy("d.given_at", "desc")
          .limit(1)
          .as("l"),
      (join) => join.onTrue(),
    )
    .select(["p.id as plan_id", "c.at as counted_at", "c.by_user as counted_by"])
    .select(sql<number>`c.amount + coalesce(e.amount, 0) - coalesce(g.amount, 0)`.as("amount"))
    .select(sql<number>`greatest(c.at, l.at)`.as("since"))
    .where("p.diary_id", "=", diaryId)
    .where("p.id", "in", planIds)
    .execute();
}

async function listWarnings(db: Db, diaryId: string, planIds: readonly string[]) {
  const rows = await db
    .selectFrom("stock_warnings")
    .select(["plan_id", "below", "of_what"])
    .where("diary_id", "=", diaryId)
    .where("plan_id", "in", planIds)
    .execute();
  return new Map(
    rows.map((row): [string, StockWarning] => [
      row.plan_id,
      { below: row.below, of: row.of_what as StockWarning["of"] },
    ]),
  );
}

/** The counted, added and discarded amounts of a plan's medicine, newest first. */
export async function listStockEvents(db: Db, { plan }: PlanAccess) {
  const rows = await db
    .selectFrom("stock_events")
    .selectAll()
    .where("diary_id", "=", plan.diary_id)
    .where("plan_id", "=", plan.id)
    .orderBy("at", "desc")
    .orderBy("recorded_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_STOCK_EVENTS)
    .execute();
  const names = await readNames(
    db,
    rows.map((row) => row.by_user),
  );
  return rows.map((row) => ({
    _id: row.id,
    kind: row.kind as StockKind,
    amount: row.amount,
    at: row.at,
    recordedAt: row.recorded_at,
    by: getShownName(names, row.by_user),
  }));
}

type StockEvent = { kind: StockKind; amount: number; at?: number | undefined };

/** Records a counted, added or discarded amount. A wrong count is corrected by a new one. */
export async function insertStockEvent(
  db: Db,
  { plan, userId }: PlanAccess,
  { kind, amount, at = Number.NaN }: StockEvent,
  now: Date,
): Promise<void> {
  // Medicine of a plan that has ended can still be discarded.
  if (plan.ended_at !== null && kind === "added") throw new CareError("conflict", PLAN_MESSAGES.ended);
  // Nothing left is a count; nothing added isn't worth an entry.
  if (amount > 0) checkAmount(amount, plan.unit as Unit);
  else if (kind !== "counted") throw new CareError("invalid", AMOUNT_MESSAGES.positive, { path: "amount" });
  if (at > now.getTime() + MINUTE) throw new CareError("invalid", STOCK_MESSAGES.future, { path: "at" });
  if (at < now.getTime() - MAX_STOCK_AGE)
    throw new CareError("invalid", STOCK_MESSAGES.longAgo, { path: "at" });
  if (kind !== "counted" && !(await isCounted(db, plan.id)))
    throw new CareError("conflict", STOCK_MESSAGES.countFirst, { path: "kind" });
  await db
    .insertInto("stock_events")
    .values({
      id: uuidv7(),
      diary_id: plan.diary_id,
      plan_id: plan.id,
      kind,
      amount,
      at: Number.isNaN(at) ? now : new Date(Math.min(at, now.getTime())),
      by_user: userId,
      recorded_at: now,
    })
    .execute();
}

async function isCounted(db: Db, planId: string): Promise<boolean> {
  const found = await db
    .selectFrom("stock_events")
    .select("id")
    .where("plan_id", "=", planId)
    .where(sql<boolean>`kind = 'counted'`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Sets or removes the warning level. */
export async function setWarning(
  db: Db,
  { plan, userId }: PlanAccess,
  warning: StockWarning | null,
  now: Date,
): Promise<void> {
  if (warning === null) {
    await db
      .deleteFrom("stock_warnings")
      .where("plan_id", "=", plan.id)
      .where("diary_id", "=", plan.diary_id)
      .execute();
    return;
  }
  if (warning.of === "amount") checkAmount(warning.below, plan.unit as Unit);
  const values = { below: warning.below, of_what: warning.of, set_by: userId, set_at: now };
  await db
    .insertInto("stock_warnings")
    .values({ plan_id: plan.id, diary_id: plan.diary_id, ...values })
    .onConflict((conflict) => conflict.column("plan_id").doUpdateSet(values))
    .execute();
}
