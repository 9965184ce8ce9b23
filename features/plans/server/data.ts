import { type Kysely, sql } from "kysely";
import { type PlanVisibility, seesPlan } from "../../../lib/plan-visibility.ts";
import { toReader } from "../../../lib/visibility.ts";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../rules/amounts.ts";
import { MAX_PLANS } from "../rules/limits.ts";
import type { MealRelation } from "../rules/meals.ts";
import type { Schedule } from "../rules/schedule.ts";
import { findValidVersion, listComingVersions } from "../rules/versions.ts";
import type { PlanFacts, VersionWords } from "../schema.ts";
import type { PlanAccess, PlanRow, PlansAccess } from "./access.ts";
import { listVersionsFrom, type VersionRow } from "./slots.ts";
import { readPlansTogether } from "./together.ts";
import * as inSql from "./visibility.ts";
import { BINDINGS, getOpener, type Opener } from "./words.ts";

type Db = Kysely<Tables>;

/** The plans of a notebook that the reader sees, running ones first, each with its current and coming versions. */
export async function listPlans(db: Db, access: PlansAccess, vault: Vault) {
  const rows = await selectPlans(db, access)
    .orderBy(sql`p.ended_at is not null`)
    .orderBy("p.created_at", "desc")
    .limit(2 * MAX_PLANS)
    .execute();
  const versions = await presentVersions(
    db,
    access.diaryId,
    rows.map(({ id }) => id),
  );
  return presentPlans(db, access.diaryId, vault, rows, versions);
}

/** One plan with its former names, and the list that it was made from. */
export async function getPlan(db: Db, access: PlanAccess, vault: Vault) {
  const { plan } = access;
  const [presented] = await presentPlans(
    db,
    plan.diary_id,
    vault,
    [plan],
    await presentVersions(db, plan.diary_id, [plan.id]),
  );
  const names = await readNames(db, plan.ended_by === null ? [] : [plan.ended_by]);
  return {
    plan: presented!,
    diaryId: plan.diary_id,
    endedBy: getShownName(names, plan.ended_by),
    alike: await listAlike(db, access, vault),
    corrections: await listCorrections(db, access, vault),
    source: await readSource(db, access),
  };
}

/** The other running plans that count together with one, and those that a member has declared separate. */
async function listAlike(db: Db, access: PlanAccess, vault: Vault) {
  const { plan } = access;
  const { byId, ties, together } = await readPlansTogether(db, plan.diary_id, vault, Date.now());
  const counted = together.get(plan.id) ?? [];
  const tied = ties.flatMap(({ planIds }) => (planIds.includes(plan.id) ? planIds : []));
  return [...new Set([...counted, ...tied])].flatMap((id) => {
    const other = byId.get(id);
    if (!other || id === plan.id || other.endedAt !== null || !seesPlan(other, toReader(access))) return [];
    return [{ planId: id, name: other.name, strength: other.strength, isTogether: counted.includes(id) }];
  });
}

async function listCorrections(db: Db, { plan }: PlanAccess, vault: Vault) {
  const rows = await db
    .selectFrom("medication_plan_corrections")
    .selectAll()
    .where("diary_id", "=", plan.diary_id)
    .where("plan_id", "=", plan.id)
    .orderBy("revision", "desc")
    .limit(MAX_VERSIONS)
    .execute();
  const open = await getOpener(
    vault,
    db,
    plan.diary_id,
    rows.some((row) => row.sealed_words),
  );
  const names = await readNames(
    db,
    rows.map((row) => row.corrected_by),
  );
  return rows.map((row) => {
    const binding = BINDINGS.correction(plan.id, row.revision);
    const words = open(binding, row.words, row.sealed_words);
    return {
      former: words && { ...words.facts, visibility: words.visibility },
      reason: words?.reason ?? "",
      by: getShownName(names, row.corrected_by),
      at: row.corrected_at,
    };
  });
}

/** The list that a plan was made from: none for readers who don't see it, and its day when it was deleted. */
async function readSource(db: Db, access: PlanAccess) {
  const { plan } = access;
  if (plan.source_day === null) return null;
  if (plan.source_note_id === null) return { state: "deleted" as const, noteDay: plan.source_day };
  const row = await db
    .selectFrom("notes as n")
    .select(["n.id", "n.short_id", "n.note_day"])
    .where("n.diary_id", "=", plan.diary_id)
    .where("n.id", "=", plan.source_note_id)
    .where(seesNote("n", toReader(access)))
    .executeTakeFirst();
  const list = row && { _id: row.id, shortId: row.short_id, noteDay: row.note_day };
  return list ? { state: "there" as const, list } : null;
}

/** All versions of a plan, newest first. */
export async function listVersions(db: Db, { plan }: PlanAccess, vault: Vault) {
  const rows = await db
    .selectFrom("medication_plan_versions")
    .selectAll()
    .where("diary_id", "=", plan.diary_id)
    .where("plan_id", "=", plan.id)
    .orderBy("version", "desc")
    .limit(MAX_VERSIONS)
    .execute();
  const open = await getOpener(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const names = await readNames(
    db,
    rows.map((row) => row.changed_by),
  );
  return rows.map((row) => presentVersion(row, open, names));
}

const MAX_VERSIONS = 200;

/** All versions of some plans by plan, oldest first. */
export async function listVersionsOfPlans(
  db: Db,
  diaryId: string,
  vault: Vault,
  plans: readonly { _id: string; isEncrypted: boolean }[],
) {
  const ids = plans.map(({ _id }) => _id);
  if (ids.length === 0) return new Map<string, ReturnType<typeof presentVersion>[]>();
  const rows = await db
    .selectFrom("medication_plan_versions")
    .selectAll()
    .where("diary_id", "=", diaryId)
    .where("plan_id", "in", ids)
    .orderBy("plan_id")
    .orderBy("version")
    .execute();
  const open = await getOpener(
    vault,
    db,
    diaryId,
    plans.some((plan) => plan.isEncrypted),
  );
  const names = await readNames(
    db,
    rows.map((row) => row.changed_by),
  );
  const byPlan = Map.groupBy(rows, (row) => row.plan_id);
  return new Map(
    [...byPlan].map(([id, versions]) => [id, versions.map((row) => presentVersion(row, open, names))]),
  );
}

export const selectPlans = (db: Db, access: PlansAccess) =>
  db
    .selectFrom("medication_plans as p")
    .selectAll("p")
    .where("p.diary_id", "=", access.diaryId)
    .where(inSql.seesPlan("p", access));

/** The versions of plans that hold now or later. */
export const presentVersions = (db: Db, diaryId: string, planIds: readonly string[]): Promise<VersionRow[]> =>
  listVersionsFrom(db, diaryId, planIds, new Date());

/** Plans as screens show them; `versions` has, in their order, at least each plan's current and coming ones. */
export async function presentPlans(
  db: Db,
  diaryId: string,
  vault: Vault,
  rows: readonly PlanRow[],
  versions: readonly VersionRow[],
) {
  const open = await getOpener(
    vault,
    db,
    diaryId,
    rows.some((row) => row.sealed_facts),
  );
  const names = await readNames(
    db,
    versions.map((row) => row.changed_by),
  );
  return presentRead(rows, versions, open, names);
}

/** As `presentPlans`, with names of people and an opener that were read before. */
export function presentRead(
  rows: readonly PlanRow[],
  versions: readonly VersionRow[],
  open: Opener,
  names: Map<string, string>,
  at = Date.now(),
) {
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  return rows.map((row) => {
    const own = byPlan
      .get(row.id)!
      .map((each) => ({ row: each, version: each.version, effectiveFrom: each.effective_from }));
    const facts = open(BINDINGS.plan(row.id), row.facts, row.sealed_facts);
    const end = open(BINDINGS.end(row.id), row.end_words, row.sealed_end_words);
    return {
      _id: row.id,
      doseUnit: row.unit as Unit,
      visibility: row.visibility as PlanVisibility,
      isEncrypted: row.sealed_facts !== null,
      isLost: facts === null,
      ...(facts ?? NO_FACTS),
      sourceNoteId: row.source_note_id,
      createdAt: row.created_at,
      endedAt: row.ended_at,
      endedReason: end?.reason ?? "",
      current: presentVersion(findValidVersion(own, at)!.row, open, names),
      coming: listComingVersions(own, at).map((each) => presentVersion(each.row, open, names)),
    };
  });
}

/** What plans are called, by id, for lists of several notebooks; "" for one whose key is destroyed. */
export async function readPlanNames(
  db: Db,
  vault: Vault,
  plans: readonly { diaryId: string; planId: string }[],
): Promise<Map<string, string>> {
  if (plans.length === 0) return new Map();
  const rows = await db
    .selectFrom("medication_plans")
    .select(["id", "diary_id", "facts", "sealed_facts"])
    // The notebooks too, so that only their changes concern a live result.
    .where("diary_id", "in", [...new Set(plans.map(({ diaryId }) => diaryId))])
    .where("id", "in", [...new Set(plans.map(({ planId }) => planId))])
    .execute();
  const names = new Map<string, string>();
  for (const [diaryId, found] of Map.groupBy(rows, (row) => row.diary_id)) {
    const isSealed = found.some((plan) => plan.sealed_facts !== null);
    const open = await getOpener(vault, db, diaryId, isSealed);
    for (const plan of found) {
      const facts = open(BINDINGS.plan(plan.id), plan.facts, plan.sealed_facts);
      names.set(plan.id, facts ? [facts.name, facts.strength].filter(Boolean).join(" ") : "");
    }
  }
  return names;
}

const NO_FACTS: PlanFacts = { name: "", strength: "", form: "", route: "", prescriber: "", notes: "" };
const NO_WORDS: VersionWords = { instructions: "", saidBy: "", reason: "" };

function presentVersion(row: VersionRow, open: Opener, names: Map<string, string>) {
  const words = open(BINDINGS.version(row.plan_id, row.version), row.words, row.sealed_words);
  return {
    version: row.version,
    effectiveFrom: row.effective_from,
    timeZone: row.time_zone,
    schedule: row.schedule as Schedule,
    firstDay: row.first_day,
    lastDay: row.last_day,
    minGapMinutes: row.min_gap_minutes,
    maxCount: row.max_count,
    maxAmount: row.max_amount,
    windowHours: row.window_hours,
    sameDoseMinutes: row.same_dose_minutes,
    lateAfterMinutes: row.late_after_minutes,
    lateUntilMinutes: row.late_until_minutes,
    mealRelation: row.meal_relation as MealRelation,
    mealMinutes: row.meal_minutes,
    ...(words ?? NO_WORDS),
    changedBy: getShownName(names, row.changed_by),
    changedAt: row.changed_at,
  };
}
