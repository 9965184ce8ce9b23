import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { DAY, MINUTE } from "../../../lib/dates/time.ts";
import { getDayStart, toClockInZone, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { CareError } from "../../../lib/errors.ts";
import { isFullId } from "../../../lib/ids.ts";
import { type PlanVisibility, seesPlan } from "../../../lib/plan-visibility.ts";
import { toReader } from "../../../lib/visibility.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../rules/amounts.ts";
import { findDosesLeftOut } from "../rules/left-out.ts";
import { MAX_PLANS, PLAN_MESSAGES } from "../rules/limits.ts";
import type { MealRelation } from "../rules/meals.ts";
import { moveVersions } from "../rules/moved-versions.ts";
import { listAmounts, type Schedule } from "../rules/schedule.ts";
import { getLater, type PlanVersion } from "../rules/slots.ts";
import { findValidVersion } from "../rules/versions.ts";
import type { CorrectionWords, EndWords, PlanFacts, VersionWords } from "../schema.ts";
import type { PlanAccess, PlanRow } from "./access.ts";
import { checkAmount, checkLikely } from "./amounts.ts";
import { asVersion, listVersionsFrom, type VersionRow } from "./slots.ts";
import { BINDINGS, getOpener, getSealer, type Sealer } from "./words.ts";

type Db = Kysely<Tables>;

/** The fields of a version. */
export type VersionFields = {
  schedule: Schedule;
  firstDay: string;
  lastDay: string | null;
  minGapMinutes: number | null;
  maxCount: number | null;
  maxAmount: number | null;
  windowHours: number;
  sameDoseMinutes: number | null;
  lateAfterMinutes: number;
  lateUntilMinutes: number;
  mealRelation: MealRelation;
  mealMinutes: number | null;
  instructions: string;
  saidBy: string;
};

type NewPlan = {
  facts: PlanFacts;
  doseUnit: Unit;
  visibility: PlanVisibility;
  isEncrypted: boolean;
  sourceNoteId?: string | undefined;
  confirmsAmounts: boolean;
} & VersionFields;

/** Adds a plan with its first version, valid from now on; returns its id. */
export async function insertPlan(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { facts, doseUnit, visibility, isEncrypted, sourceNoteId, confirmsAmounts, ...fields }: NewPlan,
  now: Date,
): Promise<string> {
  const { diaryId, userId } = access;
  const amounts = listAmounts(fields.schedule);
  if (!confirmsAmounts) checkLikely(amounts, doseUnit, facts.strength);
  const source = sourceNoteId === undefined ? null : await readSourceList(db, access, sourceNoteId);
  const { running } = await db
    .selectFrom("medication_plans")
    .select((eb) => eb.fn.countAll<number>().as("running"))
    .where("diary_id", "=", diaryId)
    .where("ended_at", "is", null)
    .executeTakeFirstOrThrow();
  if (running >= MAX_PLANS) throw new CareError("limit", PLAN_MESSAGES.tooMany);
  const id = uuidv7();
  // Encrypted content of the list stays encrypted.
  const seal = await getSealer(vault, db, diaryId, isEncrypted || (source?.is_encrypted ?? false));
  const { open, sealed } = seal(BINDINGS.plan(id), facts);
  // The existence of a private list must not be revealed.
  const shared = source?.visibility === "private" ? null : source;
  await db
    .insertInto("medication_plans")
    .values({
      id,
      diary_id: diaryId,
      unit: doseUnit,
      visibility,
      facts: open,
      sealed_facts: sealed,
      source_note_id: shared?.id ?? null,
      source_day: shared?.note_day ?? null,
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

/** The list of medications that a plan is made from, which its maker has to see. */
async function readSourceList(db: Db, access: NotebookAccess, noteId: string) {
  const row = isFullId(noteId)
    ? await db
        .selectFrom("notes as n")
        .select(["n.id", "n.note_day", "n.visibility", "n.is_encrypted"])
        .where("n.diary_id", "=", access.diaryId)
        .where("n.id", "=", noteId)
        .where("n.type", "=", "current-medications")
        .where(seesNote("n", toReader(access)))
        .executeTakeFirst()
    : undefined;
  if (!row) throw new CareError("not-found", PLAN_MESSAGES.noList);
  return row;
}

type Change = VersionFields & {
  baseVersion: number;
  from?: string | undefined;
  leavesOut: boolean;
  confirmsAmounts: boolean;
  reason: string;
};

/** Adds the next version of a plan, valid from a day on; doses due before keep the version before. */
export async function changePlan(
  db: Db,
  access: PlanAccess & { readonly timeZone: string },
  vault: Vault,
  { baseVersion, from, leavesOut, confirmsAmounts, ...fields }: Change,
  now: Date,
): Promise<void> {
  const { plan } = access;
  if (plan.ended_at !== null) throw new CareError("conflict", PLAN_MESSAGES.ended);
  // A dose that is given at this moment belongs to one version or the other.
  await serializeTransactions(db, "dose_turns", plan.id);
  const rows = await listVersionsFrom(db, plan.diary_id, [plan.id], now);
  const { version, changed_at } = rows.at(-1)!;
  if (version !== baseVersion) throw new CareError("conflict", PLAN_MESSAGES.changed);
  const former = listAmounts(rows.at(-1)!.schedule as Schedule);
  const amounts = listAmounts(fields.schedule).filter((amount) => !former.includes(amount));
  if (!confirmsAmounts && amounts.length > 0) {
    const open = await getOpener(vault, db, plan.diary_id, plan.sealed_facts !== null);
    const facts = open(BINDINGS.plan(plan.id), plan.facts, plan.sealed_facts);
    checkLikely(amounts, plan.unit as Unit, facts?.strength ?? "");
  }
  // The clock of another node may be behind: a version never begins before its predecessor was written.
  const at = Math.max(now.getTime(), changed_at);
  const effectiveFrom = computeBegin(rows, { from, ...fields, timeZone: access.timeZone }, at);
  const next = { ...fields, version: version + 1, timeZone: access.timeZone, effectiveFrom };
  const [leftOut] = leavesOut ? [] : findDosesLeftOut(rows.map(asVersion), next as PlanVersion);
  if (leftOut) {
    const { dueAt } = leftOut;
    const when = `${toDayInZone(dueAt, access.timeZone)} ${toClockInZone(dueAt, access.timeZone)}`;
    throw new CareError("invalid", PLAN_MESSAGES.leavesOut(when), { path: "leavesOut" });
  }
  const seal = await getSealer(vault, db, plan.diary_id, plan.sealed_facts !== null);
  await insertVersion(
    db,
    access,
    { seal, unit: plan.unit as Unit },
    { planId: plan.id, version: version + 1, ...fields },
    new Date(at),
    new Date(effectiveFrom),
  );
}

type Begin = { from: string | undefined; firstDay: string; lastDay: string | null; timeZone: string };

/** When a change begins (epoch ms): at once, or with the day that its writer chose; by default with its first day. */
function computeBegin(
  versions: readonly VersionRow[],
  { from, firstDay, lastDay, timeZone }: Begin,
  now: number,
): number {
  const today = toDayInZone(now, timeZone);
  const present = findValidVersion(versions.map(asVersion), now)!;
  // A running plan goes on until then; a plan that hasn't begun has nothing to go on with.
  const day = from ?? (present.firstDay <= today ? getLater(firstDay, today) : today);
  if (day < today) throw new CareError("invalid", PLAN_MESSAGES.pastDay, { path: "from" });
  if (day > toDayInZone(now + MAX_AHEAD_MS, timeZone))
    throw new CareError("invalid", PLAN_MESSAGES.farDay, { path: "from" });
  if (lastDay !== null && lastDay < day)
    throw new CareError("invalid", PLAN_MESSAGES.overBefore, { path: "lastDay" });
  return day === today ? now : getDayStart(day, timeZone);
}

/** Ends a plan: nothing is due any more; its doses stay. */
export async function endPlan(
  db: Db,
  { plan, userId }: PlanAccess,
  vault: Vault,
  reason: string,
  now: Date,
): Promise<void> {
  if (plan.ended_at !== null) throw new CareError("conflict", PLAN_MESSAGES.ended);
  const seal = await getSealer(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const words: EndWords = { reason };
  const { open, sealed } = reason ? seal(BINDINGS.end(plan.id), words) : { open: null, sealed: null };
  await db
    .updateTable("medication_plans")
    .set({ ended_at: now, ended_by: userId, end_words: open, sealed_end_words: sealed })
    .where("id", "=", plan.id)
    .where("diary_id", "=", plan.diary_id)
    .execute();
}

type Correction = {
  baseRevision: number;
  facts: PlanFacts;
  visibility: PlanVisibility;
  reason: string;
};

/**
 * Corrects a plan's names or who sees it, and keeps the earlier values; returns the name that it had. Its doses stay as
 * they are.
 */
export async function correctPlan(
  db: Db,
  { plan, userId }: PlanAccess,
  vault: Vault,
  { baseRevision, facts, visibility, reason }: Correction,
  now: Date,
): Promise<string> {
  await serializeTransactions(db, "dose_turns", plan.id);
  const newest = await db
    .selectFrom("medication_plan_corrections")
    .select("revision")
    .where("plan_id", "=", plan.id)
    .orderBy("revision", "desc")
    .limit(1)
    .executeTakeFirst();
  if ((newest?.revision ?? 0) !== baseRevision) throw new CareError("conflict", PLAN_MESSAGES.changed);
  const isEncrypted = plan.sealed_facts !== null;
  const open = await getOpener(vault, db, plan.diary_id, isEncrypted);
  const former = open(BINDINGS.plan(plan.id), plan.facts, plan.sealed_facts);
  if (!former) throw new CareError("conflict", PLAN_MESSAGES.lost);
  const fields = Object.keys(facts) as (keyof PlanFacts)[];
  if (plan.visibility === visibility && fields.every((field) => facts[field] === former[field]))
    throw new CareError("invalid", PLAN_MESSAGES.unchanged);
  const seal = await getSealer(vault, db, plan.diary_id, isEncrypted);
  const revision = baseRevision + 1;
  const words: CorrectionWords = {
    facts: former,
    visibility: plan.visibility as PlanVisibility,
    reason,
  };
  const kept = seal(BINDINGS.correction(plan.id, revision), words);
  await db
    .insertInto("medication_plan_corrections")
    .values({
      plan_id: plan.id,
      revision,
      diary_id: plan.diary_id,
      words: kept.open,
      sealed_words: kept.sealed,
      corrected_by: userId,
      corrected_at: now,
    })
    .execute();
  const next = seal(BINDINGS.plan(plan.id), facts);
  await db
    .updateTable("medication_plans")
    .set({ facts: next.open, sealed_facts: next.sealed, visibility })
    .where("id", "=", plan.id)
    .where("diary_id", "=", plan.diary_id)
    .execute();
  return former.name;
}

/** A screen takes a moment: a time that has just passed means now. */
const JUST_PASSED_MS = 5 * MINUTE;
const MAX_AHEAD_MS = 366 * DAY;

type Move = { from: number; plans: readonly { planId: string; version: number }[]; reason: string };

/** From a moment on, plans go by the notebook's present zone; doses due before stay by the former one. */
export async function movePlans(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { from, plans, reason }: Move,
  now: Date,
): Promise<void> {
  if (from < now.getTime() - JUST_PASSED_MS)
    throw new CareError("invalid", PLAN_MESSAGES.past, { path: "from" });
  if (from > now.getTime() + MAX_AHEAD_MS)
    throw new CareError("invalid", PLAN_MESSAGES.far, { path: "from" });
  const effectiveFrom = new Date(Math.max(from, now.getTime()));
  const versionOf = new Map(plans.map(({ planId, version }) => [planId, version]));
  const ids = [...versionOf.keys()].filter(isFullId).sort();
  if (ids.length < versionOf.size) throw new CareError("not-found", PLAN_MESSAGES.noPlan);
  const rows = await db
    .selectFrom("medication_plans")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .where("id", "in", ids)
    .orderBy("id")
    .execute();
  const seen = rows.filter((row) => seesPlan(row, toReader(access)));
  if (seen.length < versionOf.size) throw new CareError("not-found", PLAN_MESSAGES.noPlan);
  if (seen.some((row) => row.ended_at !== null)) throw new CareError("conflict", PLAN_MESSAGES.ended);
  // In the order of their ids: two moves at once must not wait for each other.
  for (const plan of seen) {
    await serializeTransactions(db, "dose_turns", plan.id);
    await moveOne(db, access, vault, { plan, version: versionOf.get(plan.id)!, reason, effectiveFrom, now });
  }
}

type OneMove = { plan: PlanRow; version: number; reason: string; effectiveFrom: Date; now: Date };

/**
 * Adds versions of the plan by the new clock: one for the moment of the move, and one for each that was to hold later.
 */
async function moveOne(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { plan, version, reason, effectiveFrom, now }: OneMove,
): Promise<void> {
  const { timeZone } = access;
  const versions: VersionRow[] = await db
    .selectFrom("medication_plan_versions")
    .selectAll()
    .where("diary_id", "=", plan.diary_id)
    .where("plan_id", "=", plan.id)
    .orderBy("version")
    .execute();
  const newest = versions.at(-1)!;
  if (newest.version !== version) throw new CareError("conflict", PLAN_MESSAGES.changed);
  // A coming version may have the new zone already, while the current one doesn't.
  const held = [findValidVersion(versions.map(asVersion), effectiveFrom.getTime())!, asVersion(newest)];
  if (held.every((each) => each.timeZone === timeZone)) throw new CareError("conflict", PLAN_MESSAGES.moved);
  const isEncrypted = plan.sealed_facts !== null;
  const open = await getOpener(vault, db, plan.diary_id, isEncrypted);
  const seal = await getSealer(vault, db, plan.diary_id, isEncrypted);
  const renewed = versions.map((row) => {
    const words = open(BINDINGS.version(plan.id, row.version), row.words, row.sealed_words);
    const next: VersionWords = { instructions: "", saidBy: "", ...words, reason };
    return { row, words: next, effectiveFrom: row.effective_from, timeZone: row.time_zone };
  });
  const moved = moveVersions(renewed, { from: effectiveFrom.getTime(), timeZone })
    // A later version with the same content by another clock, and the one of now.
    .filter(({ of }, index, all) => index === 0 || !isSameContent(of, all[index - 1]!.of));
  const rows = moved.map(({ of, effectiveFrom: begins }, index) => {
    const next = version + 1 + index;
    const words = seal(BINDINGS.version(plan.id, next), of.words);
    return {
      ...of.row,
      version: next,
      time_zone: timeZone,
      effective_from: new Date(begins),
      schedule: JSON.stringify(of.row.schedule),
      words: words.open,
      sealed_words: words.sealed,
      changed_by: access.userId,
      changed_at: now,
    };
  });
  await db.insertInto("medication_plan_versions").values(rows).execute();
}

type VersionWithWords = { row: VersionRow; words: VersionWords };

/** Whether two versions differ at most in their clock and in when, by whom and why they were written. */
function isSameContent(a: VersionWithWords, b: VersionWithWords): boolean {
  const pickContent = ({ row, words }: VersionWithWords) => {
    const {
      version: _,
      effective_from: __,
      time_zone: ___,
      changed_by: ____,
      changed_at: _____,
      ...rest
    } = row;
    return { ...rest, words, sealed_words: null };
  };
  return isDeepStrictEqual(pickContent(a), pickContent(b));
}

/** Lets caregivers write plans, or no longer; returns whether that changed anything. */
export async function setCaregiversEdit(
  db: Db,
  { diaryId }: NotebookAccess,
  isAllowed: boolean,
): Promise<boolean> {
  const changed = await db
    .updateTable("diaries")
    .set({ caregivers_edit_plans: isAllowed })
    .where("id", "=", diaryId)
    .where("caregivers_edit_plans", "!=", isAllowed)
    .returning("id")
    .executeTakeFirst();
  return changed !== undefined;
}

async function insertVersion(
  db: Db,
  { diaryId, userId, timeZone }: NotebookAccess & { readonly timeZone: string },
  { seal, unit }: { seal: Sealer; unit: Unit },
  fields: VersionFields & { planId: string; version: number; reason: string },
  now: Date,
  effectiveFrom = now,
): Promise<void> {
  const { planId, version, instructions, saidBy, reason } = fields;
  for (const amount of listAmounts(fields.schedule)) checkAmount(amount, unit);
  const words: VersionWords = { instructions, saidBy, reason };
  const { open, sealed } = seal(BINDINGS.version(planId, version), words);
  await db
    .insertInto("medication_plan_versions")
    .values({
      plan_id: planId,
      version,
      diary_id: diaryId,
      effective_from: effectiveFrom,
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
      meal_relation: fields.mealRelation,
      meal_minutes: fields.mealMinutes,
      words: open,
      sealed_words: sealed,
      changed_by: userId,
      changed_at: now,
    })
    .execute();
}
