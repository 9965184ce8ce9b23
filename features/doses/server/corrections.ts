import type { Kysely } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { createId } from "../../../lib/ids.ts";
import type { Tables } from "../../../server/db/database.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import { BINDINGS, checkAmount, getSealer } from "../../plans/server/public.ts";
import { findDoubts } from "../rules/doubts.ts";
import type { HELPED } from "../rules/limits.ts";
import { DOSE_MESSAGES } from "../rules/messages.ts";
import type { DoseAccess, DoseRow } from "./access.ts";
import {
  addEntry,
  checkPast,
  type DoseColumns,
  findEarlierOutcome,
  type Giver,
  listConflicts,
  NO_WORDS,
  type Outcome,
  readGiver,
  toServerTime,
  toWordColumns,
} from "./ledger.ts";
import { listConflictsTogether, lockPlans } from "./medicine.ts";
import { getSlot, listVersions, readPlannedFacts } from "./planned_facts.ts";
import { type Conflict, describeConflicts } from "./refusals.ts";

/** Entries about a recorded dose: earlier entries stay in its history. */

type Db = Kysely<Tables>;

/** Gives a claim back. */
export async function release(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, revision }: OnRecorded,
  now: Date,
): Promise<void> {
  if (await findEarlierOutcome(db, access, entryId)) return;
  const dose = await lockDose(db, access, revision);
  if (dose.state !== "claimed") throw new CareError("conflict", DOSE_MESSAGES.notClaimed);
  const change: DoseColumns = { state: "released", claimed_until: null };
  await changeDose(db, access, vault, { entryId, kind: "released", note: "", why: "" }, change, now);
}

type OnRecorded = { entryId: string; revision: number };

/** Corrects the amount, the time, the giver or the note of a given dose; earlier values stay in its history. */
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
    ...giver
  }: OnRecorded & {
    amount: number;
    givenAt: number;
    note: string;
    why: string;
    acknowledged: readonly string[];
  } & Giver,
  now: Date,
): Promise<Outcome> {
  const before = await findEarlierOutcome(db, access, entryId);
  if (before) return before;
  checkAmount(amount, access.plan.unit as Unit);
  const corrected = checkPast(givenAt, "givenAt", now);
  const isSameGiver = giver.givenBy === undefined && giver.givenByName === undefined;
  const gave: DoseColumns = isSameGiver ? {} : await readGiver(db, access, giver);
  const { plan } = access;
  const medicine = await lockPlans(db, vault, plan, now);
  const dose = await lockDose(db, access, revision);
  if (dose.state !== "given") throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  const written: Outcome = { outcome: "written", doseId: dose.id, isExtra: dose.extra_of !== null };
  // A note and a giver concern no limit: conflicts of this dose don't prevent their correction.
  if (amount === dose.amount && givenAt === Math.floor(dose.given_at ?? 0)) {
    await changeDose(db, access, vault, { entryId, kind: "corrected", note, why }, gave, now);
    return written;
  }
  const versions = await listVersions(db, plan);
  const version = versions.find((row) => row.version === dose.plan_version)!;
  const slot = getSlot(plan, versions, dose);
  const changed = { id: dose.id, givenAt: corrected, amount };
  const doubts = findDoubts(await readPlannedFacts(db, plan, version, slot), {
    givenAt: corrected.getTime(),
    amount,
  });
  const conflicts: Conflict[] = [
    ...(await listConflicts(db, dose.plan_id, dose.plan_version, { ...changed, slot: dose.slot })),
    ...(await listConflictsTogether(db, medicine, version, changed)),
    ...doubts.map((limit) => ({ id: dose.id, limit })),
  ];
  // A confirmation holds for the confirmed dose: not for a larger amount, and not for a new conflict.
  const isKnown = ({ id, limit }: Conflict) =>
    id === dose.id
      ? (limit === "amount" ? dose.against.includes(id) : dose.doubts.includes(limit)) &&
        amount <= dose.amount!
      : dose.against.includes(id);
  if (!conflicts.every((conflict) => acknowledged.includes(conflict.id) || isKnown(conflict)))
    return {
      outcome: "refused",
      conflicts: await describeConflicts(db, conflicts, {
        plan,
        versions,
        others: medicine.others,
        slot: dose.slot,
        now,
      }),
    };
  const against = [...new Set(conflicts.map((conflict) => conflict.id))];
  const change: DoseColumns = {
    ...gave,
    amount,
    given_at: changed.givenAt,
    recorded_at: now,
    against,
    doubts,
    // The review was of another dose.
    ...(!conflicts.every(isKnown) && NOT_REVIEWED),
  };
  await changeDose(db, access, vault, { entryId, kind: "corrected", note, why }, change, now);
  return written;
}

/** Takes an entry back, such as one of two for the same tablet. The planned dose is open again. */
export async function withdraw(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, revision, reason, why }: OnRecorded & { reason: string; why: string },
  now: Date,
): Promise<void> {
  if (await findEarlierOutcome(db, access, entryId)) return;
  if (reason === "other" && why === "")
    throw new CareError("invalid", DOSE_MESSAGES.otherReason, { path: "why" });
  const dose = await lockDose(db, access, revision);
  if (dose.state === "withdrawn") throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  const change: DoseColumns = { state: "withdrawn", reason, claimed_until: null };
  await changeDose(db, access, vault, { entryId, kind: "withdrawn", note: null, why }, change, now);
  if (dose.extra_of === null && dose.slot !== null) await replaceWithdrawn(db, access, vault, dose.id, now);
}

const NOT_REVIEWED: DoseColumns = { reviewed_at: null, reviewed_by: null };

/** The first extra dose of a withdrawn one takes its place: the planned dose isn't open. */
async function replaceWithdrawn(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  withdrawn: string,
  now: Date,
): Promise<void> {
  const [first, ...others] = await db
    .selectFrom("doses")
    .selectAll()
    .where("extra_of", "=", withdrawn)
    .where("diary_id", "=", access.plan.diary_id)
    .where("state", "=", "given")
    .orderBy("recorded_at")
    .orderBy("id")
    .execute();
  if (!first) return;
  for (const dose of [first, ...others])
    await changeDose(
      db,
      { ...access, dose },
      vault,
      { entryId: createId(), kind: "noted", note: null, why: "" },
      { extra_of: dose === first ? null : first.id },
      now,
    );
}

/** Writes whether a dose helped. */
export async function followUp(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  {
    entryId,
    revision,
    helped,
    helpedAt,
    sentAt,
    note,
  }: OnRecorded & { helped: (typeof HELPED)[number]; helpedAt: number; sentAt: number; note: string },
  now: Date,
): Promise<void> {
  if (await findEarlierOutcome(db, access, entryId)) return;
  const seenAt = toServerTime(helpedAt, { sentAt, path: "helpedAt" }, now);
  const dose = await lockDose(db, access, revision);
  if (dose.state !== "given") throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  if (seenAt.getTime() < dose.given_at!)
    throw new CareError("invalid", DOSE_MESSAGES.helpedBefore, { path: "helpedAt" });
  const change: DoseColumns = { helped, helped_at: seenAt };
  // The note of the dose stays; the later observation is in its own entry.
  await changeDose(db, access, vault, { entryId, kind: "followed_up", note: null, why: note }, change, now);
}

/** Records that a member has reviewed an extra dose, and both were given. */
export async function review(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, revision }: OnRecorded,
  now: Date,
): Promise<void> {
  if (await findEarlierOutcome(db, access, entryId)) return;
  const dose = await lockDose(db, access, revision);
  if (dose.state !== "given") throw new CareError("conflict", DOSE_MESSAGES.notStanding);
  const change: DoseColumns = { reviewed_at: now, reviewed_by: access.userId };
  await changeDose(db, access, vault, { entryId, kind: "reviewed", note: null, why: "" }, change, now);
}

/** Locks the plan and returns the current dose; refused when another member has changed it since the caller read it. */
async function lockDose(db: Db, { dose }: DoseAccess, revision: number): Promise<DoseRow> {
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

/** Changes a recorded dose; `note` null leaves its note as it is. */
async function changeDose(
  db: Db,
  access: DoseAccess,
  vault: Vault,
  { entryId, kind, note, why }: EntryWords,
  change: DoseColumns,
  now: Date,
): Promise<void> {
  const { dose, plan } = access;
  const seal = await getSealer(vault, db, plan.diary_id, plan.sealed_facts !== null);
  const words =
    note === null ? {} : note === "" ? NO_WORDS : toWordColumns(seal(BINDINGS.dose(dose.id), { note }));
  const revision = dose.revision + 1;
  await db
    .updateTable("doses")
    .set({ ...change, ...words, revision })
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
