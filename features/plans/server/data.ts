import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf, namesOf } from "../../../server/db/names.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../rules/amounts.ts";
import { MAX_PLANS, PLAN_MESSAGES } from "../rules/limits.ts";
import { amountsOf, type Schedule } from "../rules/schedule.ts";
import type { PlanFacts, VersionWords } from "../schema.ts";
import type { PlanAccess, PlanRow, PlansAccess } from "./access.ts";
import { checkAmount } from "./amounts.ts";
import { BINDINGS, type Opener, openerFor, type Sealer, sealerFor } from "./words.ts";

type Db = Kysely<Tables>;
export type VersionRow = Selectable<Tables["medication_plan_versions"]>;

/** What a version says. */
export type VersionFields = {
  schedule: unknown;
  firstDay: string;
  lastDay: string | null;
  minGapMinutes: number | null;
  maxCount: number | null;
  maxAmount: number | null;
  windowHours: number;
  sameDoseMinutes: number | null;
  lateAfterMinutes: number;
  lateUntilMinutes: number;
  instructions: string;
  saidBy: string;
};

type NewPlan = {
  facts: PlanFacts;
  doseUnit: Unit;
  visibility: "team" | "extended";
  isEncrypted: boolean;
  sourceNoteId?: string | undefined;
} & VersionFields;

/** Adds a plan with its first version, valid from now on; returns its id. */
export async function insertPlan(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { facts, doseUnit, visibility, isEncrypted, sourceNoteId, ...fields }: NewPlan,
  now: Date,
): Promise<string> {
  const { diaryId, userId } = access;
  const { running } = await db
    .selectFrom("medication_plans")
    .select((eb) => eb.fn.countAll<number>().as("running"))
    .where("diary_id", "=", diaryId)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  if (running >= MAX_PLANS) throw new CareError("limit", PLAN_MESSAGES.tooMany);
  const id = uuidv7();
  const seal = await sealerFor(vault, db, diaryId, isEncrypted);
  const { open, sealed } = seal(BINDINGS.plan(id), facts);
  await db
    .insertInto("medication_plans")
    .values({
      id,
      diary_id: diaryId,
      unit: doseUnit,
      visibility,
      facts: open,
      sealed_facts: sealed,
      source_note_id: sourceNoteId ?? null,
      created_by: userId,
      created_at: now,
    })
    .execute();
  await insertVersion(
    db,
    access,
    { seal, unit: doseUnit },
    { planId: id, version: 1, reason: "", ...fields },
    now,
  );
  return id;
}

/** Adds the next version of a plan, valid from now on; what was due before keeps the version before. */
export async function changePlan(
  db: Db,
  access: PlanAccess & { readonly timeZone: string },
  vault: Vault,
  { baseVersion, ...fields }: VersionFields & { baseVersion: number; reason: string },
  now: Date,
): Promise<void> {
  const { plan } = access;
  if (plan.ended_at !== null) throw new CareError("conflict", PLAN_MESSAGES.ended);
  // A dose that is given at this moment belongs to one version or the other.
  await serializeTransactions(db, "dose_turns", plan.id);
  const { version } = await newestVersion(db, plan.id);
  if (version !== baseVersion) throw new CareError("conflict", PLAN_MESSAGES.changed);
  const seal = await sealerFor(vault, db, plan.diary_id, plan.sealed_facts !== null);
  await insertVersion(
    db,
    access,
    { seal, unit: plan.unit as Unit },
    { planId: plan.id, version: version + 1, ...fields },
    now,
  );
}

/** Ends a plan: nothing is due any more; its doses stay. */
export async function endPlan(db: Db, { plan, userId }: PlanAccess, now: Date): Promise<void> {
  if (plan.ended_at !== null) throw new CareError("conflict", PLAN_MESSAGES.ended);
  await db
    .updateTable("medication_plans")
    .set({ ended_at: now, ended_by: userId })
    .where("id", "=", plan.id)
    .where("diary_id", "=", plan.diary_id)
    .execute();
}

const newestVersion = (db: Db, planId: string) =>
  db
    .selectFrom("medication_plan_versions")
    .select("version")
    .where("plan_id", "=", planId)
    .orderBy("version", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();

async function insertVersion(
  db: Db,
  { diaryId, userId, timeZone }: NotebookAccess & { readonly timeZone: string },
  { seal, unit }: { seal: Sealer; unit: Unit },
  fields: VersionFields & { planId: string; version: number; reason: string },
  now: Date,
): Promise<void> {
  const { planId, version, instructions, saidBy, reason } = fields;
  for (const amount of amountsOf(fields.schedule as Schedule)) checkAmount(amount, unit);
  const words: VersionWords = { instructions, saidBy, reason };
  const { open, sealed } = seal(BINDINGS.version(planId, version), words);
  await db
    .insertInto("medication_plan_versions")
    .values({
      plan_id: planId,
      version,
      diary_id: diaryId,
      effective_from: now,
      time_zone: timeZone,
      first_day: fields.firstDay,
      last_day: fields.lastDay,
      schedule: JSON.stringify(fields.schedule),
      min_gap_minutes: fields.minGapMinutes,
      max_count: fields.maxCount,
      max_amount: fields.maxAmount,
      window_hours: fields.windowHours,
      same_dose_minutes: fields.sameDoseMinutes,
      late_after_minutes: fields.lateAfterMinutes,
      late_until_minutes: fields.lateUntilMinutes,
      words: open,
      sealed_words: sealed,
      changed_by: userId,
      changed_at: now,
    })
    .execute();
}

/** The plans of a notebook that the reader sees, running ones first, each with its newest version. */
export async function listPlans(db: Db, access: PlansAccess, vault: Vault) {
  const rows = await selectPlans(db, access)
    .orderBy(sql`p.ended_at is not null`)
    .orderBy("p.created_at", "desc")
    .limit(2 * MAX_PLANS)
    .execute();
  const versions = await newestVersions(
    db,
    access.diaryId,
    rows.map(({ id }) => id),
  );
  return presentPlans(db, access.diaryId, vault, rows, versions);
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
  const open = await openerFor(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const names = await namesOf(
    db,
    rows.map((row) => row.changed_by),
  );
  return rows.map((row) => presentVersion(row, open, names));
}

const MAX_VERSIONS = 200;

/** All versions of some plans by plan, oldest first. */
export async function versionsOfPlans(db: Db, diaryId: string, vault: Vault, plans: readonly PlanRow[]) {
  const ids = plans.map(({ id }) => id);
  if (ids.length === 0) return new Map<string, ReturnType<typeof presentVersion>[]>();
  const rows = await db
    .selectFrom("medication_plan_versions")
    .selectAll()
    .where("diary_id", "=", diaryId)
    .where("plan_id", "in", ids)
    .orderBy("plan_id")
    .orderBy("version")
    .execute();
  const isSealed = plans.some((plan) => plan.sealed_facts !== null);
  const open = await openerFor(vault, db, diaryId, isSealed);
  const names = await namesOf(
    db,
    rows.map((row) => row.changed_by),
  );
  const byPlan = Map.groupBy(rows, (row) => row.plan_id);
  return new Map(
    [...byPlan].map(([id, versions]) => [id, versions.map((row) => presentVersion(row, open, names))]),
  );
}

export const selectPlans = (db: Db, { diaryId, seesTeam }: PlansAccess) =>
  db
    .selectFrom("medication_plans as p")
    .selectAll("p")
    .where("p.diary_id", "=", diaryId)
    .$if(!seesTeam, (query) => query.where("p.visibility", "=", "extended"));

/** The newest version of each of these plans. */
export async function newestVersions(
  db: Db,
  diaryId: string,
  planIds: readonly string[],
): Promise<VersionRow[]> {
  if (planIds.length === 0) return [];
  return db
    .selectFrom("medication_plan_versions as v")
    .distinctOn("v.plan_id")
    .selectAll("v")
    .where("v.diary_id", "=", diaryId)
    .where("v.plan_id", "in", planIds)
    .orderBy("v.plan_id")
    .orderBy("v.version", "desc")
    .execute();
}

/** Plans as screens show them; `versions` has the newest one of each. */
export async function presentPlans(
  db: Db,
  diaryId: string,
  vault: Vault,
  rows: readonly PlanRow[],
  versions: readonly VersionRow[],
) {
  const open = await openerFor(
    vault,
    db,
    diaryId,
    rows.some((row) => row.sealed_facts),
  );
  const names = await namesOf(
    db,
    versions.map((row) => row.changed_by),
  );
  const newest = new Map<string, VersionRow>();
  for (const row of versions)
    if (row.version > (newest.get(row.plan_id)?.version ?? 0)) newest.set(row.plan_id, row);
  return rows.map((row) => {
    const facts = open<PlanFacts>(BINDINGS.plan(row.id), row.facts, row.sealed_facts);
    return {
      _id: row.id,
      doseUnit: row.unit as Unit,
      visibility: row.visibility as "team" | "extended",
      isEncrypted: row.sealed_facts !== null,
      isLost: facts === null,
      ...(facts ?? NO_FACTS),
      sourceNoteId: row.source_note_id,
      createdAt: row.created_at,
      endedAt: row.ended_at,
      current: presentVersion(newest.get(row.id)!, open, names),
    };
  });
}

/** What plans are called, by id, for lists of several notebooks; "" for one whose key is destroyed. */
export async function planNames(
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
    const open = await openerFor(vault, db, diaryId, isSealed);
    for (const plan of found) {
      const facts = open<PlanFacts>(BINDINGS.plan(plan.id), plan.facts, plan.sealed_facts);
      names.set(plan.id, facts ? [facts.name, facts.strength].filter(Boolean).join(" ") : "");
    }
  }
  return names;
}

const NO_FACTS: PlanFacts = { name: "", strength: "", form: "", route: "", prescriber: "", notes: "" };
const NO_WORDS: VersionWords = { instructions: "", saidBy: "", reason: "" };

function presentVersion(row: VersionRow, open: Opener, names: Map<string, string>) {
  const words = open<VersionWords>(BINDINGS.version(row.plan_id, row.version), row.words, row.sealed_words);
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
    ...(words ?? NO_WORDS),
    changedBy: nameOf(names, row.changed_by),
    changedAt: row.changed_at,
  };
}
