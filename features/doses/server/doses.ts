import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import { rolesThat } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, withNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { MealRelation } from "../../plans/rules/meals.ts";
import { groupTogether, type Tie } from "../../plans/rules/same-medicine.ts";
import { listPlannedSlots, listSlotsAfterLast } from "../../plans/rules/slots.ts";
import {
  asVersion,
  BINDINGS,
  getOpener,
  holdsFrom,
  listVersionsFrom,
  type Opener,
  type PlanRow,
  type PlanSelect,
  type PlansAccess,
  presentRead,
  seesDose,
  selectPlans,
  type VersionRow,
  widenDays,
} from "../../plans/server/public.ts";
import type { HELPED } from "../rules/limits.ts";
import type { DoseState } from "../rules/slot-states.ts";
import type { DoseRow } from "./access.ts";
import { listPausesBetween } from "./pauses/data.ts";

type Db = Kysely<Tables>;
type Helped = (typeof HELPED)[number];

/** Enough for a month of sheets with twenty medicines three times a day. */
export const MAX_DOSES = 3000;
/** The number of a plan's last doses that is enough to compute by its limits when the next may be given. */
const MAX_LATELY = 40;

type Days = { fromDay: string; toDay: string };

/**
 * The planned and the given doses of some days of the notebook's clock: screens compute from them the state of each
 * dose at their moment.
 */
export async function listDoses(db: Db, access: PlansAccess, vault: Vault, { fromDay, toDay }: Days) {
  const { diaryId } = access;
  const timeZone = await readTimeZone(db, { diaryId });
  const days = widenDays({ from: fromDay, to: toDay });
  const [from, to] = [getDayStart(fromDay, timeZone), getDayStart(days.to, timeZone)];
  const running = selectPlans(db, access).where((eb) =>
    eb.or([eb("p.ended_at", "is", null), eb("p.ended_at", ">=", toTimestamp(from))]),
  );
  const ids = running.clearSelect().select("p.id");
  // All in one round trip: a page of many plans is read again with each dose that anybody gives.
  const [[plans, versions, doses, lately, pauses, givers], names] = await withNames(
    db,
    `doses/${diaryId}`,
    () =>
      runPipelined(
        running.select(selectTies(diaryId)).orderBy("p.created_at").execute(),
        listVersionsFrom(db, diaryId, ids, new Date(from)),
        listDosesBetween(db, access, new Date(from), new Date(to)),
        listRecentlyGiven(db, diaryId, ids),
        listPausesBetween(db, access, new Date(from), new Date(to)),
        countGivers(db, diaryId),
      ),
    ([, changes, ...given]) => [
      ...changes.map((row) => row.changed_by),
      ...[...given[0], ...given[1]].flatMap(listPeople),
    ],
  );
  const isSealed =
    plans.some((plan) => plan.sealed_facts) || [...doses, ...lately].some((row) => row.sealed_words);
  const open = await getOpener(vault, db, diaryId, isSealed);
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  const now = Date.now();
  const presented = presentRead(plans, versions, open, names, now);
  const together = groupTogether(
    presented.map(({ _id, name }) => ({ id: _id, name })),
    plans.flatMap(({ ties }) => ties ?? []),
  );
  const present = (row: DoseRow) => presentDose(row, open, names);
  const due = doses.filter(({ slot }) => slot !== null).length;
  const latelyByPlan = Map.groupBy(lately, (row) => row.plan_id);
  return {
    timeZone,
    givers,
    plans: presented,
    slots: plans.flatMap((plan) => {
      const last = latelyByPlan.get(plan.id)?.[0]?.given_at ?? null;
      return listSlots(plan, byPlan.get(plan.id) ?? [], days, { from, to, last, now, open });
    }),
    doses: doses.map(present),
    together: [...together].map(([planId, others]) => ({ planId, others })),
    lately: [...latelyByPlan].map(([planId, rows]) => ({ planId, doses: rows.map(present) })),
    pauses,
    isComplete: due < MAX_DOSES && doses.length - due < MAX_DOSES,
  };
}

function listSlots(
  plan: PlanRow,
  versions: readonly VersionRow[],
  days: { from: string; to: string },
  { from, to, last, now, open }: { from: number; to: number; last: number | null; now: number; open: Opener },
) {
  const elapsed = listSlotsAfterLast(versions.map(asVersion), {
    lastGivenAt: last,
    endedAt: plan.ended_at,
    now,
  });
  // From its own version: a dose that is open after a change of its plan is given as it was planned.
  const wordsByVersion = new Map(versions.map((row) => [row.version, readVersionWords(row, open)]));
  return [...listPlannedSlots(versions.map(asVersion), days, plan.ended_at), ...elapsed]
    .filter(({ dueAt }) => dueAt >= from && dueAt < to)
    .map((slot) => ({ planId: plan.id, ...slot, ...wordsByVersion.get(slot.version)! }));
}

function readVersionWords(row: VersionRow, open: Opener) {
  const words = open(BINDINGS.version(row.plan_id, row.version), row.words, row.sealed_words);
  return {
    lateAfterMinutes: row.late_after_minutes,
    lateUntilMinutes: row.late_until_minutes,
    mealRelation: row.meal_relation as MealRelation,
    mealMinutes: row.meal_minutes,
    instructions: words?.instructions ?? "",
  };
}

/** The ties of a plan with others, in the statement that reads the plan. */
const selectTies =
  (diaryId: string) => (eb: ExpressionBuilder<Tables & { p: Tables["medication_plans"] }, "p">) =>
    eb
      .selectFrom("medication_plan_ties as t")
      .select(
        sql<
          Tie[]
        >`jsonb_agg(jsonb_build_object('planIds', jsonb_build_array(t.plan_id, t.other_id), 'isTogether', t.is_together))`.as(
          "ties",
        ),
      )
      .where("t.diary_id", "=", diaryId)
      .whereRef("t.plan_id", "=", "p.id")
      .as("ties");

/** The doses that were due, or given without being planned, between two moments. */
async function listDosesBetween(db: Db, access: PlansAccess, from: Date, to: Date): Promise<DoseRow[]> {
  const all = db
    .selectFrom("doses as d")
    .selectAll("d")
    .where("d.diary_id", "=", access.diaryId)
    .where(seesDose(access));
  const due = all
    .where("d.due_at", ">=", toTimestamp(from))
    .where("d.due_at", "<", toTimestamp(to))
    .orderBy("d.due_at", "desc")
    .limit(MAX_DOSES);
  const unplanned = all
    .where("d.slot", "is", null)
    .where("d.given_at", ">=", toTimestamp(from))
    .where("d.given_at", "<", toTimestamp(to))
    .orderBy("d.given_at", "desc")
    .limit(MAX_DOSES);
  return (await runPipelined(due.execute(), unplanned.execute())).flat();
}

/** The doses of each plan that were given last, newest first. */
const listRecentlyGiven = (db: Db, diaryId: string, planIds: PlanSelect): Promise<DoseRow[]> =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom("medication_plan_versions as v")
        .select(["v.plan_id", sql<number>`max(v.max_count)`.as("max_count")])
        .select(sql<number>`max(v.max_amount)`.as("max_amount"))
        .select(sql<number>`max(v.window_hours)`.as("window_hours"))
        .where("v.diary_id", "=", diaryId)
        .where("v.plan_id", "in", planIds)
        // Current and coming versions: which one limits a dose depends on its moment.
        .where(holdsFrom(sql<number>`now()`))
        .groupBy("v.plan_id")
        .as("v"),
    )
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("doses as d")
          .selectAll("d")
          .where("d.diary_id", "=", diaryId)
          .whereRef("d.plan_id", "=", "v.plan_id")
          // Written as in the index.
          .where(sql<boolean>`d.state = 'given'`)
          // An amount may be reached by any number of doses: all of its window, or the last one.
          .where(
            sql<boolean>`d.given_at >= case when v.max_amount is null then '-infinity'
              else least(now() - make_interval(hours => v.window_hours), ${selectLastGiven(db, diaryId)}) end`,
          )
          .orderBy("d.given_at", "desc")
          // As many as the plan's limits count. The server names further conflicts when a dose is sent.
          .limit(
            sql<number>`case when v.max_amount is null then least(${MAX_LATELY}, coalesce(v.max_count, 0) + 3)
                             else ${MAX_LATELY} end`,
          )
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .orderBy("x.plan_id")
    .orderBy("x.given_at", "desc")
    .execute();

const selectLastGiven = (db: Db, diaryId: string) =>
  db
    .selectFrom("doses as l")
    .select((of) => of.fn.max("l.given_at").as("at"))
    .where("l.diary_id", "=", diaryId)
    .where(sql<boolean>`l.plan_id = v.plan_id and l.state = 'given'`);

async function countGivers(db: Db, diaryId: string): Promise<number> {
  const { givers } = await db
    .selectFrom("members")
    .select((eb) => eb.fn.countAll<number>().as("givers"))
    .where("diary_id", "=", diaryId)
    .where("role", "in", GIVING_ROLES)
    .executeTakeFirstOrThrow();
  return givers;
}

const GIVING_ROLES = rolesThat("doses.give");

export const listPeople = ({ given_by, recorded_by }: DoseRow): string[] =>
  given_by === null ? [recorded_by] : [given_by, recorded_by];

export function presentDose(row: DoseRow, open: Opener, names: Map<string, string>) {
  const words = open(BINDINGS.dose(row.id), row.words, row.sealed_words);
  return {
    _id: row.id,
    planId: row.plan_id,
    version: row.plan_version,
    slot: row.slot,
    dueAt: row.due_at,
    state: row.state as DoseState,
    reason: row.reason,
    amount: row.amount,
    givenAt: row.given_at,
    givenBy: row.given_by_name ?? getShownName(names, row.given_by),
    givenById: row.given_by,
    recordedBy: getShownName(names, row.recorded_by),
    recordedById: row.recorded_by,
    recordedAt: row.recorded_at,
    note: words?.note ?? "",
    extraOf: row.extra_of,
    against: row.against,
    doubts: row.doubts,
    claimedUntil: row.claimed_until,
    helped: row.helped as Helped | null,
    helpedAt: row.helped_at,
    reviewedAt: row.reviewed_at,
    revision: row.revision,
  };
}
