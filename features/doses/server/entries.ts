import { type Kysely, sql } from "kysely";
import { DAY, MINUTE } from "../../../lib/dates/time.ts";
import { CareError } from "../../../lib/errors.ts";
import type { Tables } from "../../../server/db/database.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import { PLAN_MESSAGES } from "../../plans/rules/limits.ts";
import {
  BINDINGS,
  checkAmount,
  findSlot,
  getSealer,
  type PlanAccess,
  type Sealer,
  type VersionRow,
} from "../../plans/server/public.ts";
import { findDoubts } from "../rules/doubts.ts";
import { CLAIM_MINUTES, LATE_RECORD_DAYS, RECORD_AFTER_MS } from "../rules/limits.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import type { DoseState } from "../rules/slot-states.ts";
import type { DoseRow } from "./access.ts";
import {
  addEntry,
  type DoseColumns,
  findEarlierOutcome,
  listClaims,
  listConflicts,
  listJustGiven,
  NO_WORDS,
  type Outcome,
  readGiver,
  toServerTime,
  toWordColumns,
} from "./ledger.ts";
import { listConflictsTogether, lockPlans } from "./medicine.ts";
import { listVersions, readPlannedFacts } from "./planned_facts.ts";
import { type Conflict, describeConflicts, isAskable } from "./refusals.ts";

/**
 * Entries in the ledger of doses. Each locks the plan first, so concurrent writers run one after the other; the guard in
 * the database (`guard_dose`) checks the same again for every writer.
 */

type Db = Kysely<Tables>;

/** The columns that a first entry writes; each contains the dose's state. */
type StateColumns = DoseColumns & { state: DoseState };

type Given = {
  entryId: string;
  slot: string | null;
  amount: number;
  givenAt: number;
  givenBy?: string | undefined;
  givenByName?: string | undefined;
  note: string;
  sentAt: number;
  /** When the device made the entry, by the server's clock. */
  madeAt: Date;
};

/**
 * The caller's intention: to give a dose now, with the recent doses that the caller has seen; or to record a past dose,
 * with its conflicts and why it was given all the same.
 */
type Intention = { seen: readonly string[] } | { acknowledged: readonly string[]; why: string };

/**
 * Records that a dose was given. A dose that is given now is refused when it violates a limit or conflicts with another
 * dose, and asks when it doesn't fit its plan or is close to a dose of another plan of its medicine; a past dose is
 * refused only until each conflict is named. An entry that arrives long after its tap, because the device had no
 * connection, counts as a past dose, and is always kept.
 */
export async function recordGiven(
  db: Db,
  access: PlanAccess,
  vault: Vault,
  { entryId, slot: slotName, amount, note, ...given }: Given,
  intention: Intention,
  now: Date,
): Promise<Outcome> {
  const before = await findEarlierOutcome(db, access, entryId);
  if (before) return before;
  const { plan } = access;
  const givenAt = toServerTime(
    given.givenAt,
    { sentAt: given.sentAt, madeAt: given.madeAt, path: "givenAt" },
    now,
  );
  const isLate = now.getTime() - givenAt.getTime() > RECORD_AFTER_MS;
  const mayBeRefused = "seen" in intention && !isLate;
  const isKept = "seen" in intention && isLate;
  const why = "why" in intention ? intention.why : "";
  checkAmount(amount, plan.unit as Unit);
  if (!isKept && now.getTime() - givenAt.getTime() > LATE_RECORD_DAYS * DAY && why === "")
    throw new CareError("invalid", DOSE_MESSAGES.longAgo, { path: "why" });
  if (mayBeRefused && plan.ended_at !== null) throw new CareError("conflict", PLAN_MESSAGES.ended);
  const giver = await readGiver(db, access, given);
  const medicine = await lockPlans(db, vault, plan, now);
  const { slot, version, versions } = await findPlanned(db, access, slotName, {
    at: givenAt,
    now,
    hasHappened: !mayBeRefused,
  });
  const head = slot && (await findHead(db, plan.id, slot.slot));
  const isExtra = head?.state === "given";
  const id = head && !isExtra ? head.id : entryId;
  const dose = { id, givenAt, amount };
  const conflicts: Conflict[] = [
    ...(await listConflicts(db, plan.id, version.version, { ...dose, slot: slot?.slot ?? null })),
    ...listClaims(head, access.userId, now),
  ];
  const seen = "seen" in intention ? intention.seen : intention.acknowledged;
  // Two taps, or two people who write down one tablet: the limits may allow it, or there are none.
  if (slotName === null && conflicts.length === 0)
    conflicts.push(
      ...(await listJustGiven(db, plan.id, id, givenAt)).filter((other) => !seen.includes(other.id)),
    );
  const doubts = findDoubts(await readPlannedFacts(db, plan, version, slot), {
    givenAt: givenAt.getTime(),
    amount,
  });
  conflicts.push(
    ...(await listConflictsTogether(db, medicine, version, dose)).filter(isNewConflict(conflicts)),
    ...doubts.map((limit) => ({ id, limit })),
  );
  const isSeen = (other: string) => seen.includes(other) || (other === id && seen.includes(entryId));
  const isNamed = (conflict: Conflict) =>
    isSeen(conflict.id) && ("acknowledged" in intention || isAskable(conflict));
  if (!isKept && !conflicts.every(isNamed))
    return {
      outcome: "refused",
      conflicts: await describeConflicts(db, conflicts, {
        plan,
        versions,
        others: medicine.others,
        slot: slotName,
        now,
      }),
    };
  const values: StateColumns = {
    state: "given",
    amount,
    given_at: givenAt,
    ...giver,
    reason: null,
    claimed_until: null,
    against: [...new Set(conflicts.map((conflict) => conflict.id))],
    doubts,
  };
  const seal = await getSealer(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const words = note === "" ? NO_WORDS : toWordColumns(seal(BINDINGS.dose(id), { note }));
  const revision = await writeHead(
    db,
    access,
    { id, head: isExtra ? null : head, slot, version: version.version },
    { ...values, ...words, extra_of: isExtra ? head.id : null },
    now,
  );
  await addEntry(db, access, seal, { id: entryId, doseId: id, revision, kind: "given", note, why }, now);
  return { outcome: "written", doseId: id, isExtra };
}

type NotGiven = {
  entryId: string;
  slot: string;
  reason: string;
  note: string;
  saidAt: number;
  sentAt: number;
  madeAt: Date;
};

/**
 * Records that a planned dose wasn't given; it may still be given later. An entry that arrives long after it was made,
 * because the device had no connection, only enters the history when the dose has a newer entry.
 */
export async function recordNotGiven(
  db: Db,
  access: PlanAccess,
  vault: Vault,
  { entryId, slot: slotName, reason, note, saidAt: byDevice, sentAt, madeAt }: NotGiven,
  now: Date,
): Promise<Outcome> {
  const saidAt = toServerTime(byDevice, { sentAt, madeAt, path: "saidAt" }, now);
  if (reason === "other" && note === "")
    throw new CareError("invalid", DOSE_MESSAGES.otherReason, { path: "note" });
  const seal = await getSealer(vault, db, access.plan.diary_id, access.plan.sealed_facts !== null);
  const toColumns = (id: string): StateColumns => ({
    state: "not_given",
    reason,
    claimed_until: null,
    ...(note === "" ? NO_WORDS : toWordColumns(seal(BINDINGS.dose(id), { note }))),
  });
  const report = { saidAt, reason };
  return writeSlotEntry(
    db,
    access,
    { entryId, slotName, kind: "not_given", note, seal, written: toColumns, report },
    now,
  );
}

/** Claims a planned dose for this moment; others see the claim until it expires. */
export async function claim(
  db: Db,
  access: PlanAccess,
  vault: Vault,
  { entryId, slot: slotName }: { entryId: string; slot: string },
  now: Date,
): Promise<Outcome> {
  const seal = await getSealer(vault, db, access.plan.diary_id, access.plan.sealed_facts !== null);
  const claimed_until = new Date(now.getTime() + CLAIM_MINUTES * MINUTE);
  const written = (): StateColumns => ({ state: "claimed", reason: null, claimed_until });
  return writeSlotEntry(db, access, { entryId, slotName, kind: "claimed", note: "", seal, written }, now);
}

type SlotEntry = {
  entryId: string;
  slotName: string;
  kind: string;
  note: string;
  seal: Sealer;
  written: (id: string) => StateColumns;
  /** When the entry was made, where that may be long before it arrives. */
  report?: { saidAt: Date; reason: string };
};

/** Writes something about a planned dose that hasn't been given, and that nobody else is giving. */
async function writeSlotEntry(
  db: Db,
  access: PlanAccess,
  { entryId, slotName, kind, note, seal, written, report }: SlotEntry,
  now: Date,
): Promise<Outcome> {
  const before = await findEarlierOutcome(db, access, entryId);
  if (before) return before;
  const { plan } = access;
  await serializeTransactions(db, "dose_turns", plan.id);
  const { slot, version, versions } = await findPlanned(db, access, slotName, {
    at: now,
    now,
    hasHappened: false,
  });
  const head = await findHead(db, plan.id, slotName);
  if (
    report &&
    head &&
    now.getTime() - report.saidAt.getTime() > RECORD_AFTER_MS &&
    hasNewerEntry(report.saidAt, head)
  ) {
    const revision = await countRevision(db, head);
    const entry = { id: entryId, doseId: head.id, revision, kind, note, why: "", report };
    await addEntry(db, access, seal, entry, now);
    return { outcome: "written", doseId: head.id, isExtra: false };
  }
  const conflicts: Conflict[] =
    head?.state === "given" ? [{ id: head.id, limit: "slot" }] : listClaims(head, access.userId, now);
  if (conflicts.length > 0)
    return {
      outcome: "refused",
      conflicts: await describeConflicts(db, conflicts, { plan, versions, others: [], slot: slotName, now }),
    };
  const id = head?.id ?? entryId;
  const values = written(id);
  const revision = await writeHead(db, access, { id, head, slot, version: version.version }, values, now);
  await addEntry(db, access, seal, { id: entryId, doseId: id, revision, kind, note, why: "", report }, now);
  return { outcome: "written", doseId: id, isExtra: false };
}

/** Whether the dose has a newer entry than this moment: a dose that was given stays given. */
const hasNewerEntry = (saidAt: Date, { state, recorded_at }: DoseRow): boolean =>
  state === "given" || (state !== "released" && recorded_at > saidAt.getTime());

/** Counts one more entry of a dose that stays as it is. */
async function countRevision(db: Db, { id, diary_id, revision }: DoseRow): Promise<number> {
  await db
    .updateTable("doses")
    .set({ revision: revision + 1 })
    .where("id", "=", id)
    .where("diary_id", "=", diary_id)
    .execute();
  return revision + 1;
}

type Planned = {
  slot: { slot: string; dueAt: number; amount: number | null } | null;
  /** The version of the dose, and all versions of the plan in their order. */
  version: VersionRow;
  versions: VersionRow[];
};

/** Whether a conflict isn't among others yet. */
const isNewConflict =
  (conflicts: readonly Conflict[]) =>
  ({ id, limit }: Conflict): boolean =>
    !conflicts.some((each) => each.id === id && each.limit === limit);

/**
 * The planned dose of a name, or none for an unplanned dose, and the version that holds for it. A dose that has
 * happened is kept as an unplanned one when its time isn't planned any more.
 */
async function findPlanned(
  db: Db,
  { plan }: PlanAccess,
  slotName: string | null,
  { at, now, hasHappened }: { at: Date; now: Date; hasHappened: boolean },
): Promise<Planned> {
  const versions = await listVersions(db, plan);
  const valid = versions.findLast((row) => row.effective_from <= at.getTime()) ?? versions[0]!;
  const unplanned = { slot: null, version: valid, versions };
  if (slotName === null) return unplanned;
  const last = await db
    .selectFrom("doses")
    .select("given_at")
    .where("plan_id", "=", plan.id)
    .where(sql<boolean>`state = 'given'`)
    .orderBy("given_at", "desc")
    .limit(1)
    .executeTakeFirst();
  const slot = findSlot(plan, versions, slotName, {
    lastGivenAt: last?.given_at ?? null,
    now: now.getTime(),
  });
  const getVersion = (number: number) => versions.find((row) => row.version === number)!;
  if (slot) return { slot, version: getVersion(slot.version), versions };
  // A slot of elapsed hours isn't computed again, but is in the ledger.
  const standing = await findHead(db, plan.id, slotName);
  if (!standing && hasHappened) return unplanned;
  if (!standing) throw new CareError("conflict", DOSE_MESSAGES.notPlanned);
  const { due_at, plan_version } = standing;
  return {
    slot: { slot: slotName, dueAt: due_at!, amount: null },
    version: getVersion(plan_version),
    versions,
  };
}

/** The current dose of a slot in the ledger. */
async function findHead(db: Db, planId: string, slot: string): Promise<DoseRow | null> {
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

type Head = {
  id: string;
  head: DoseRow | null;
  slot: { slot: string; dueAt: number } | null;
  version: number;
};

/** Writes the present state of a dose; returns its revision. */
async function writeHead(
  db: Db,
  { plan, userId }: PlanAccess,
  { id, head, slot, version }: Head,
  values: StateColumns,
  now: Date,
): Promise<number> {
  const recorded = { recorded_by: userId, recorded_at: now } satisfies DoseColumns;
  if (head) {
    await db
      .updateTable("doses")
      .set({ ...values, ...recorded, plan_version: version, revision: head.revision + 1 })
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
      due_at: slot ? new Date(slot.dueAt) : null,
      ...values,
      ...recorded,
    })
    .execute();
  return 1;
}
