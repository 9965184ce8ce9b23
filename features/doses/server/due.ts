import { type Kysely, sql } from "kysely";
import { DAY, HOUR, MINUTE } from "../../../lib/dates/time.ts";
import { dayText } from "../../../lib/recurrence/calendar-days.ts";
import type { Tables } from "../../../server/db/database.ts";
import { readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import type { MealRelation } from "../../plans/rules/meals.ts";
import type { Schedule } from "../../plans/rules/schedule.ts";
import { listPlannedSlots, listSlotsAfterLast } from "../../plans/rules/slots.ts";
import {
  asVersion,
  BINDINGS,
  getOpener,
  listVersionsFrom,
  type Opener,
  type VersionRow,
} from "../../plans/server/public.ts";
import { MAX_DAYS_DUE, MAX_DUE } from "../rules/limits.ts";
import { isPaused } from "../rules/pauses.ts";
import type { DoseRow, GivesAccess } from "./access.ts";
import { listPeople, presentDose } from "./doses.ts";
import { listPausesOfNotebooks } from "./pauses/data.ts";

type Db = Kysely<Tables>;

/** `at` is a quarter of an hour; what becomes due within it is listed too. */
const AHEAD = 15 * MINUTE;
/** So many plans of all notebooks are looked at; a household has some twenty. */
const MAX_PLANS_LISTED = 400;

/** Doses that are due or late around a moment in all notebooks where a member gives, with their entries. */
export async function listDue(db: Db, { diaryIds }: GivesAccess, vault: Vault, at: number) {
  if (diaryIds.length === 0) return [];
  const from = new Date(at - MAX_DAYS_DUE * DAY);
  const plans = await listRunningPlans(db, diaryIds);
  const ids = plans.map(({ id }) => id);
  const notebooks = [...new Set(plans.map(({ diary_id }) => diary_id))];
  if (plans.length === 0) return [];
  const [versions, doses, lately, pauses] = await runPipelined(
    listVersionsFrom(db, notebooks, ids, from),
    listDosesAround(db, notebooks, from, at),
    readLastGiven(db, notebooks, ids),
    listPausesOfNotebooks(db, notebooks, from, new Date(at + DAY)),
  );
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  const wordsByPlan = Map.groupBy(doses, (row) => row.plan_id);
  const recorded = new Map(doses.map((row) => [`${row.plan_id} ${row.slot}`, row]));
  const due = plans
    .flatMap((plan) => {
      const ofPlan = byPlan.get(plan.id) ?? [];
      return [
        ...listSlotsAround(ofPlan, lately.get(plan.id) ?? null, at),
        ...listGivenAfterLast(ofPlan, wordsByPlan.get(plan.id) ?? []),
      ].map((slot) => ({ plan, ...slot }));
    })
    .map((slot) => ({ ...slot, dose: recorded.get(`${slot.plan.id} ${slot.slot}`) ?? null }))
    .filter(({ plan, dueAt, dose }) => {
      // A dose given a moment ago stays, so that it can be undone.
      if (dose?.state === "given") return dose.recorded_at > at - HOUR;
      // A pause of all plans is one of its own notebook alone.
      return !pauses.get(plan.diary_id)?.some((pause) => isPaused(pause, plan.id, dueAt));
    })
    .sort((a, b) => a.dueAt - b.dueAt || (a.plan.id < b.plan.id ? -1 : 1))
    .slice(0, MAX_DUE);
  const names = await readNames(
    db,
    due.flatMap(({ dose }) => (dose ? listPeople(dose) : [])),
  );
  const openers = new Map<string, Opener>();
  for (const { plan } of due)
    if (!openers.has(plan.diary_id)) {
      const isSealed = plans.some((each) => each.diary_id === plan.diary_id && each.sealed_facts);
      openers.set(plan.diary_id, await getOpener(vault, db, plan.diary_id, isSealed));
    }
  return due.map(({ plan, row, dose, slot, dueAt, amount, version }) => {
    const open = openers.get(plan.diary_id)!;
    const facts = open(BINDINGS.plan(plan.id), plan.facts, plan.sealed_facts);
    const words = open(BINDINGS.version(plan.id, version), row.words, row.sealed_words);
    return {
      planId: plan.id,
      slot,
      dueAt,
      amount,
      version,
      lateAfterMinutes: row.late_after_minutes,
      lateUntilMinutes: row.late_until_minutes,
      diaryId: plan.diary_id,
      diaryShortId: plan.short_id,
      subject: plan.full_name ?? "",
      timeZone: plan.time_zone,
      name: facts?.name ?? "",
      strength: facts?.strength ?? "",
      doseUnit: plan.unit as Unit,
      isLost: facts === null,
      mealRelation: row.meal_relation as MealRelation,
      mealMinutes: row.meal_minutes,
      instructions: words?.instructions ?? "",
      dose: dose && presentDose(dose, open, names),
    };
  });
}

/** The plans of notebooks that aren't archived, with each notebook's facts on home. */
const listRunningPlans = (db: Db, diaryIds: readonly string[]) =>
  db
    .selectFrom("medication_plans as p")
    .innerJoin("diaries as d", "d.id", "p.diary_id")
    .leftJoin("person_infos as i", "i.diary_id", "p.diary_id")
    .select([
      "p.id",
      "p.diary_id",
      "p.unit",
      "p.facts",
      "p.sealed_facts",
      "d.short_id",
      "d.time_zone",
      "i.full_name",
    ])
    .where("p.diary_id", "in", diaryIds)
    .where("d.id", "in", diaryIds)
    .where("d.is_archived", "=", false)
    .where("p.ended_at", "is", null)
    .orderBy("p.created_at", "desc")
    .limit(MAX_PLANS_LISTED)
    .execute();

/**
 * Recorded doses that were due since a moment and may be listed at `at`: those that can still be given, and those
 * recorded within the last hour. Others would be most of a week's doses.
 */
const listDosesAround = (db: Db, diaryIds: readonly string[], from: Date, at: number): Promise<DoseRow[]> =>
  db
    .selectFrom("doses")
    .selectAll()
    .where("diary_id", "in", diaryIds)
    .where("due_at", ">=", toTimestamp(from))
    .where((eb) =>
      eb.or([
        eb("recorded_at", ">", toTimestamp(at - HOUR)),
        sql<boolean>`due_at >= ${new Date(at)}::timestamptz - make_interval(mins => ${eb
          .selectFrom("medication_plan_versions as v")
          .select((of) => of.fn.max("v.late_until_minutes").as("most"))
          .where("v.diary_id", "in", diaryIds)}::int)`,
      ]),
    )
    .where("state", "!=", "withdrawn")
    .where("extra_of", "is", null)
    .orderBy("due_at", "desc")
    .limit(MAX_PLANS_LISTED * MAX_DAYS_DUE)
    .execute();

/** When each plan that counts from its last dose had that; by its id, epoch ms. */
export async function readLastGiven(
  db: Db,
  diaryIds: readonly string[],
  planIds: readonly string[],
): Promise<Map<string, number | null>> {
  const rows = await db
    .selectFrom("medication_plans as p")
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("doses as d")
          .select("d.given_at")
          .whereRef("d.diary_id", "=", "p.diary_id")
          .whereRef("d.plan_id", "=", "p.id")
          // Written as in the index.
          .where(sql<boolean>`d.state = 'given'`)
          .orderBy("d.given_at", "desc")
          .limit(1)
          .as("x"),
      (join) => join.onTrue(),
    )
    .select(["p.id", "x.given_at"])
    .where("p.diary_id", "in", diaryIds)
    .where("p.id", "in", planIds)
    .execute();
  return new Map(rows.map(({ id, given_at }) => [id, given_at]));
}

const toUtcDay = (ts: number): string => dayText(Math.floor(ts / DAY));

/** The planned doses of a plan that are due, late or about to be due; each with its version. */
function listSlotsAround(versions: readonly VersionRow[], lastGivenAt: number | null, at: number) {
  if (versions.length === 0) return [];
  const open = Math.min(
    MAX_DAYS_DUE * DAY,
    Math.max(...versions.map((row) => row.late_until_minutes)) * MINUTE,
  );
  // A day on each side: the days of two zones don't begin together.
  const span = {
    from: toUtcDay(at - open - DAY),
    to: toUtcDay(at + AHEAD + Math.max(...versions.map((row) => row.late_after_minutes)) * MINUTE + DAY),
  };
  const isTimed = versions.some((row) => hasTimes(row.schedule as Schedule));
  return [
    ...(isTimed ? listPlannedSlots(versions.map(asVersion), span, null) : []),
    ...listSlotsAfterLast(versions.map(asVersion), { lastGivenAt, endedAt: null, now: at }),
  ].flatMap((slot) => {
    const row = versions.find(({ version }) => version === slot.version)!;
    const begin = slot.dueAt - row.late_after_minutes * MINUTE;
    const end = slot.dueAt + Math.min(open, row.late_until_minutes * MINUTE);
    return begin <= at + AHEAD && end >= at ? [{ ...slot, row }] : [];
  });
}

/** A slot of hours after the last dose isn't computed any more once it was given; it can be undone all the same. */
function listGivenAfterLast(versions: readonly VersionRow[], doses: readonly DoseRow[]) {
  const byVersion = new Map(versions.map((row) => [row.version, row]));
  return doses.flatMap(({ state, slot, due_at, amount, plan_version }) => {
    const row = byVersion.get(plan_version) ?? versions.at(-1);
    if (state !== "given" || (row?.schedule as Schedule)?.kind !== "afterLast") return [];
    return [{ slot: slot!, dueAt: due_at!, amount: amount!, version: plan_version, row: row! }];
  });
}

const hasTimes = ({ kind }: Schedule): boolean =>
  kind === "clock" || kind === "everyHours" || kind === "steps";
