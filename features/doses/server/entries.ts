import { type Kysely, sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { DAY, MINUTE } from "../../../lib/time.ts";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf, namesOf } from "../../../server/db/names.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { LimitName } from "../rules/guard.ts";
import {
  CLAIM_MINUTES,
  CLOCK_TOLERANCE_MS,
  DOSE_MESSAGES,
  LATE_RECORD_DAYS,
  RECORD_AFTER_MS,
} from "../rules/limits.ts";
import type { DoseState } from "../rules/slot-states.ts";
import type { EntryValues } from "../schema.ts";
import type { DoseAccess, PlanAccess } from "./access.ts";
import type { DoseRow } from "./doses.ts";
import type { VersionRow } from "./plans.ts";
import { findSlot } from "./slots.ts";
import { BINDINGS, sealerFor } from "./words.ts";

/**
 * Entries in the ledger of doses. Each takes the plan's turn first, so that of two at once the second sees the first; the
 * guard in the database (`guard_dose`) checks the same again for every writer.
 */

type Db = Kysely<Tables>;

/** What becomes of an entry; see the schema. */
type Outcome =
  | { outcome: "written"; doseId: string; isExtra: boolean }
  | { outcome: "refused"; conflicts: ConflictFact[] };

type ConflictFact = {
  id: string;
  limit: LimitName | "claim";
  at: number;
  by: string | null;
  amount: number | null;
};

type Given = {
  entryId: string;
  slot: string | null;
  amount: number;
  givenAt: number;
  sentAt: number;
  givenBy?: string | undefined;
  givenByName?: string | undefined;
  note: string;
};

/** What whoever records a dose says about the entries that it goes against; null for a dose that may be refused. */
type Acknowledged = { ids: readonly string[]; why: string } | null;

/**
 * Writes that a dose was given. With `acknowledged` null it is about to be given, and refused when it goes against a limit
 * or another dose; otherwise it has happened, and is refused only until each dose that it goes against is named.
 */
export async function recordGiven(
  db: Db,
  access: PlanAccess,
  vault: Vault,
  { entryId, slot: slotName, amount, note, ...given }: Given,
  acknowledged: Acknowledged,
  now: Date,
): Promise<Outcome> {
  const before = await entryBefore(db, access, entryId);
  if (before) return before;
  const { plan } = access;
  const givenAt = correctedTime(given, now);
  const isLate = now.getTime() - givenAt.getTime() > RECORD_AFTER_MS;
  const why = acknowledged?.why ?? "";
  if (now.getTime() - givenAt.getTime() > LATE_RECORD_DAYS * DAY && why === "")
    throw new CareError("invalid", DOSE_MESSAGES.longAgo, { path: "why" });
  const giver = await giverOf(db, access, given);
  await serializeTransactions(db, "dose_turns", plan.id);
  const { slot, version } = await planned(db, access, slotName, givenAt);
  const head = slot && (await headOf(db, plan.id, slot.slot));
  const isExtra = head?.state === "given";
  const id = head && !isExtra ? head.id : entryId;
  const conflicts = [
    ...(await conflictsOf(db, plan.id, version, { id, slot: slot?.slot ?? null, givenAt, amount })),
    ...claimsOf(head, access.userId, now),
  ];
  const named = new Set(acknowledged?.ids);
  // What was tapped without a connection has happened, whatever others have written since: nothing is lost.
  const isKept = acknowledged === null && isLate;
  if (!isKept && conflicts.some((conflict) => !named.has(conflict.id)))
    return { outcome: "refused", conflicts: await factsOf(db, conflicts) };
  const values = {
    state: "given" as const,
    amount,
    given_at: givenAt,
    ...giver,
    reason: null,
    claimed_until: null,
    against: [...new Set(conflicts.map((conflict) => conflict.id))],
  };
  const seal = await sealerFor(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const words = note === "" ? NO_WORDS : columnsOf(seal(BINDINGS.dose(id), { note }));
  const revision = await writeHead(
    db,
    access,
    { id, head: isExtra ? null : head, slot, version },
    { ...values, ...words, extra_of: isExtra ? head.id : null },
    now,
  );
  await addEntry(db, access, seal, { id: entryId, doseId: id, revision, kind: "given", note, why }, now);
  return { outcome: "written", doseId: id, isExtra };
}

/** Writes that a planned dose wasn't given; it may still be given later. */
export async function recordNotGiven(
  db: Db,
  access: PlanAccess,
  vault: Vault,
  { entryId, slot: slotName, reason, note }: { entryId: string; slot: string; reason: string; note: string },
  now: Date,
): Promise<Outcome> {
  if (reason === "other" && note === "")
    throw new CareError("invalid", DOSE_MESSAGES.otherReason, { path: "note" });
  const seal = await sealerFor(vault, db, access.plan.diary_id, access.plan.sealed_facts !== null);
  const written = (id: string) => ({
    state: "not_given" as const,
    reason,
    claimed_until: null,
    ...(note === "" ? NO_WORDS : columnsOf(seal(BINDINGS.dose(id), { note }))),
  });
  return onSlot(db, access, { entryId, slotName, kind: "not_given", note, seal, written }, now);
}

/** Writes that somebody is giving a planned dose at this moment; others see it, until it has passed. */
export async function claim(
  db: Db,
  access: PlanAccess,
  vault: Vault,
  { entryId, slot: slotName }: { entryId: string; slot: string },
  now: Date,
): Promise<Outcome> {
  const seal = await sealerFor(vault, db, access.plan.diary_id, access.plan.sealed_facts !== null);
  const claimed_until = new Date(now.getTime() + CLAIM_MINUTES * MINUTE);
  const written = () => ({ state: "claimed" as const, reason: null, claimed_until });
  return onSlot(db, access, { entryId, slotName, kind: "claimed", note: "", seal, written }, now);
}

type OnSlot = {
  entryId: string;
  slotName: string;
  kind: string;
  note: string;
  seal: Awaited<ReturnType<typeof sealerFor>>;
  written: (id: string) => { state: DoseState } & Record<string, unknown>;
};

/** Writes something about a planned dose that hasn't been given, and that nobody else is giving. */
async function onSlot(
  db: Db,
  access: PlanAccess,
  { entryId, slotName, kind, note, seal, written }: OnSlot,
  now: Date,
): Promise<Outcome> {
  const before = await entryBefore(db, access, entryId);
  if (before) return before;
  const { plan } = access;
  await serializeTransactions(db, "dose_turns", plan.id);
  const { slot, version } = await planned(db, access, slotName, now);
  const head = await headOf(db, plan.id, slotName);
  const conflicts: Conflict[] =
    head?.state === "given" ? [{ id: head.id, limit: "slot" }] : claimsOf(head, access.userId, now);
  if (conflicts.length > 0) return { outcome: "refused", conflicts: await factsOf(db, conflicts) };
  const id = head?.id ?? entryId;
  const values = written(id);
  const revision = await writeHead(db, access, { id, head, slot, version }, values, now);
  await addEntry(db, access, seal, { id: entryId, doseId: id, revision, kind, note, why: "" }, now);
  return { outcome: "written", doseId: id, isExtra: false };
}

/** Gives a claim back. */
export async function release(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, revision }: OnStanding,
  now: Date,
): Promise<void> {
  if (await entryBefore(db, access, entryId)) return;
  const dose = await lockStanding(db, access, revision);
  if (dose.state !== "claimed") throw new CareError("conflict", DOSE_MESSAGES.notClaimed);
  const change = { state: "released" as const, claimed_until: null };
  await changeStanding(db, access, vault, { entryId, kind: "released", note: "", why: "" }, change, now);
}

type OnStanding = { entryId: string; revision: number };

/** Corrects the amount, the time or the note of a given dose; what was written before stays in its history. */
export async function correct(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  {
    entryId,
    revision,
    amount,
    givenAt,
    note,
    why,
    acknowledged,
  }: OnStanding & {
    amount: number;
    givenAt: number;
    note: string;
    why: string;
    acknowledged: readonly string[];
  },
  now: Date,
): Promise<Outcome> {
  const before = await entryBefore(db, access, entryId);
  if (before) return before;
  if (givenAt > now.getTime()) throw new CareError("invalid", DOSE_MESSAGES.future, { path: "givenAt" });
  const dose = await lockStanding(db, access, revision);
  if (dose.state !== "given") throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  const changed = { id: dose.id, slot: dose.slot, givenAt: new Date(givenAt), amount };
  const conflicts = await conflictsOf(db, dose.plan_id, dose.plan_version, changed);
  const named = new Set([...acknowledged, ...dose.against]);
  if (conflicts.some((conflict) => !named.has(conflict.id)))
    return { outcome: "refused", conflicts: await factsOf(db, conflicts) };
  const change = {
    amount,
    given_at: changed.givenAt,
    recorded_at: now,
    against: [...new Set(conflicts.map((conflict) => conflict.id))],
  };
  await changeStanding(db, access, vault, { entryId, kind: "corrected", note, why }, change, now);
  return { outcome: "written", doseId: dose.id, isExtra: dose.extra_of !== null };
}

/** Takes an entry back, such as one of two for the same tablet. The planned dose is open again. */
export async function withdraw(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, revision, reason, why }: OnStanding & { reason: string; why: string },
  now: Date,
): Promise<void> {
  if (await entryBefore(db, access, entryId)) return;
  if (reason === "other" && why === "")
    throw new CareError("invalid", DOSE_MESSAGES.otherReason, { path: "why" });
  const dose = await lockStanding(db, access, revision);
  if (dose.state === "withdrawn") throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  const change = { state: "withdrawn" as const, reason, claimed_until: null };
  await changeStanding(db, access, vault, { entryId, kind: "withdrawn", note: null, why }, change, now);
}

/** The outcome of an entry that was written before: a device that got no answer sends it again. */
async function entryBefore(db: Db, { plan }: PlanAccess, entryId: string): Promise<Outcome | null> {
  const found = await db
    .selectFrom("dose_entries as e")
    .innerJoin("doses as d", "d.id", "e.dose_id")
    .select(["d.id", "d.extra_of", "d.plan_id"])
    .where("e.id", "=", entryId)
    .executeTakeFirst();
  if (!found) return null;
  // An id of another plan's entry tells nothing about it.
  if (found.plan_id !== plan.id) throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  return { outcome: "written", doseId: found.id, isExtra: found.extra_of !== null };
}

/** When a dose was given, by the server's clock: a phone's may be wrong, and then so is the moment of its tap. */
function correctedTime({ givenAt, sentAt }: Pick<Given, "givenAt" | "sentAt">, now: Date): Date {
  const ahead = now.getTime() - sentAt;
  const corrected = givenAt + (Math.abs(ahead) > CLOCK_TOLERANCE_MS ? ahead : 0);
  if (corrected > now.getTime() + CLOCK_TOLERANCE_MS)
    throw new CareError("invalid", DOSE_MESSAGES.future, { path: "givenAt" });
  return new Date(Math.min(corrected, now.getTime()));
}

async function giverOf(
  db: Db,
  { diaryId, userId }: PlanAccess,
  { givenBy, givenByName }: Pick<Given, "givenBy" | "givenByName">,
) {
  if (givenByName !== undefined) return { given_by: null, given_by_name: givenByName };
  if (givenBy === undefined || givenBy === userId) return { given_by: userId, given_by_name: null };
  const member = await db
    .selectFrom("members")
    .select("user_id")
    .where("diary_id", "=", diaryId)
    .where(sql<boolean>`user_id::text = ${givenBy}`)
    .executeTakeFirst();
  if (!member) throw new CareError("invalid", DOSE_MESSAGES.giver, { path: "givenBy" });
  return { given_by: member.user_id, given_by_name: null };
}

/** The planned dose of a name, or none for a dose that isn't planned, and the version that holds for it. */
async function planned(db: Db, { plan }: PlanAccess, slotName: string | null, at: Date) {
  const versions: VersionRow[] = await db
    .selectFrom("medication_plan_versions")
    .selectAll()
    .where("diary_id", "=", plan.diary_id)
    .where("plan_id", "=", plan.id)
    .orderBy("version")
    .execute();
  if (slotName === null) {
    const valid = versions.findLast((row) => row.effective_from <= at.getTime()) ?? versions[0]!;
    return { slot: null, version: valid.version };
  }
  const last = await db
    .selectFrom("doses")
    .select("given_at")
    .where("plan_id", "=", plan.id)
    .where(sql<boolean>`state = 'given'`)
    .orderBy("given_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const slot = findSlot(plan, versions, slotName, last?.given_at ?? null);
  if (slot) return { slot: { slot: slot.slot, dueAt: slot.dueAt as number | null }, version: slot.version };
  // One that was planned by elapsed hours isn't computed again, but stands in the ledger.
  const standing = await headOf(db, plan.id, slotName);
  if (!standing) throw new CareError("conflict", DOSE_MESSAGES.notPlanned);
  return { slot: { slot: slotName, dueAt: standing.due_at }, version: standing.plan_version };
}

/** What stands in the ledger for a planned dose. */
async function headOf(db: Db, planId: string, slot: string): Promise<DoseRow | null> {
  const row = await db
    .selectFrom("doses")
    .selectAll()
    .where("plan_id", "=", planId)
    .where("slot", "=", slot)
    .where("extra_of", "is", null)
    .where("state", "!=", "withdrawn")
    .executeTakeFirst();
  return row ?? null;
}

type Conflict = { id: string; limit: LimitName | "claim" };

async function conflictsOf(
  db: Db,
  planId: string,
  version: number,
  { id, slot, givenAt, amount }: { id: string; slot: string | null; givenAt: Date; amount: number },
): Promise<Conflict[]> {
  const { rows } = await sql<{ id: string; limit_name: LimitName }>`
    select id, limit_name from dose_conflicts(${planId}::uuid, ${version}::int, ${id}::uuid, ${slot}::text,
      ${givenAt}::timestamptz, ${amount}::numeric)`.execute(db);
  return rows.map((row) => ({ id: row.id, limit: row.limit_name }));
}

/** Somebody else who is giving the dose at this moment. */
const claimsOf = (head: DoseRow | null, userId: string, now: Date): Conflict[] =>
  head?.state === "claimed" && head.recorded_by !== userId && (head.claimed_until ?? 0) > now.getTime()
    ? [{ id: head.id, limit: "claim" }]
    : [];

/** What a person has to know about the doses in the way: when, by whom and how much. */
async function factsOf(db: Db, conflicts: readonly Conflict[]): Promise<ConflictFact[]> {
  const rows = await db
    .selectFrom("doses")
    .select(["id", "given_at", "recorded_at", "given_by", "given_by_name", "recorded_by", "amount"])
    .where("id", "in", [...new Set(conflicts.map(({ id }) => id))])
    .execute();
  const names = await namesOf(
    db,
    rows.map((row) => row.given_by ?? row.recorded_by),
  );
  return conflicts.map(({ id, limit }): ConflictFact => {
    const row = rows.find((each) => each.id === id);
    // A dose that is too large by itself stands in its own way, and isn't written yet.
    if (!row) return { id, limit, at: 0, by: null, amount: null };
    const by = row.given_by_name ?? nameOf(names, row.given_by ?? row.recorded_by);
    return { id, limit, at: row.given_at ?? row.recorded_at, by, amount: row.amount };
  });
}

type Head = {
  id: string;
  head: DoseRow | null;
  slot: { slot: string; dueAt: number | null } | null;
  version: number;
};

/** Writes the present state of a dose; returns its revision. */
async function writeHead(
  db: Db,
  { plan, userId }: PlanAccess,
  { id, head, slot, version }: Head,
  values: { state: DoseState } & Record<string, unknown>,
  now: Date,
): Promise<number> {
  const recorded = { recorded_by: userId, recorded_at: now };
  if (head) {
    await db
      .updateTable("doses")
      .set({ ...values, ...recorded, plan_version: version, revision: head.revision + 1 } as never)
      .where("id", "=", id)
      .where("diary_id", "=", plan.diary_id)
      .execute();
    return head.revision + 1;
  }
  await db
    .insertInto("doses")
    .values({
      id,
      diary_id: plan.diary_id,
      plan_id: plan.id,
      plan_version: version,
      slot: slot?.slot ?? null,
      due_at: slot?.dueAt == null ? null : new Date(slot.dueAt),
      ...values,
      ...recorded,
    } as never)
    .execute();
  return 1;
}

/** The dose as it stands, after the plan's turn; refused when somebody has changed it since the caller read it. */
async function lockStanding(db: Db, { dose }: DoseAccess, revision: number): Promise<DoseRow> {
  await serializeTransactions(db, "dose_turns", dose.plan_id);
  const row = await db
    .selectFrom("doses")
    .selectAll()
    .where("id", "=", dose.id)
    .where("diary_id", "=", dose.diary_id)
    .executeTakeFirstOrThrow();
  if (row.revision !== revision) throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  return row;
}

type EntryWords = { entryId: string; kind: string; note: string | null; why: string };

/** Changes a standing dose; `note` null leaves its note as it is. */
async function changeStanding(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, kind, note, why }: EntryWords,
  change: Record<string, unknown>,
  now: Date,
): Promise<void> {
  const { dose, plan } = access;
  const seal = await sealerFor(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const words =
    note === null ? {} : note === "" ? NO_WORDS : columnsOf(seal(BINDINGS.dose(dose.id), { note }));
  const revision = dose.revision + 1;
  await db
    .updateTable("doses")
    .set({ ...change, ...words, revision } as never)
    .where("id", "=", dose.id)
    .where("diary_id", "=", dose.diary_id)
    .execute();
  await addEntry(
    db,
    access,
    seal,
    { id: entryId, doseId: dose.id, revision, kind, note: note ?? "", why },
    now,
  );
}

const NO_WORDS = { words: null, sealed_words: null };

const columnsOf = ({ open, sealed }: { open: string | null; sealed: Buffer | null }) => ({
  words: open,
  sealed_words: sealed,
});

/** Adds to the history of a dose what it is now. */
async function addEntry(
  db: Db,
  { plan, userId }: PlanAccess,
  seal: Awaited<ReturnType<typeof sealerFor>>,
  entry: { id: string; doseId: string; revision: number; kind: string; note: string; why: string },
  now: Date,
): Promise<void> {
  const { id, doseId, revision, kind, note, why } = entry;
  const row = await db
    .selectFrom("doses")
    .selectAll()
    .where("id", "=", doseId)
    .where("diary_id", "=", plan.diary_id)
    .executeTakeFirstOrThrow();
  const values: EntryValues = {
    state: row.state as DoseState,
    slot: row.slot,
    dueAt: row.due_at,
    reason: row.reason,
    amount: row.amount,
    givenAt: row.given_at,
    givenBy: row.given_by,
    givenByName: row.given_by_name,
    against: row.against,
    extraOf: row.extra_of,
  };
  await db
    .insertInto("dose_entries")
    .values({
      id,
      dose_id: doseId,
      revision,
      diary_id: plan.diary_id,
      kind,
      values: JSON.stringify(values),
      ...(note === "" && why === "" ? NO_WORDS : columnsOf(seal(BINDINGS.entry(id), { note, why }))),
      by_user: userId,
      at: now,
    })
    .execute();
}
