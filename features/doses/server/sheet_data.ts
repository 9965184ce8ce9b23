import { type Kysely, sql } from "kysely";
import { addDays, getDayStart } from "../../../lib/dates/zone-day.ts";
import { isFullId } from "../../../lib/ids.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { toTimestamp } from "../../../server/db/timestamps.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { listPlannedSlots } from "../../plans/rules/slots.ts";
import {
  asVersion,
  BINDINGS,
  getOpener,
  listVersionsFrom,
  type Opener,
  type PlanRow,
  type PlansAccess,
  presentPlans,
  selectPlans,
  type VersionRow,
  widenDays,
} from "../../plans/server/public.ts";
import { MAX_SHEET_DOSES } from "../rules/limits.ts";
import type { PlannedPart, SheetData, SheetDays, SheetDose } from "../rules/month.ts";
import type { DoseState } from "../rules/slot-states.ts";
import { listPausesBetween } from "./pauses/data.ts";

type Db = Kysely<Tables>;

type Wanted = SheetDays & { planId?: string | undefined };

/** The content of a sheet of some days, for the reader's plans: plans, their planned doses, and the entries. */
export async function readSheet(db: Db, access: PlansAccess, vault: Vault, { planId, ...days }: Wanted) {
  const { diaryId } = access;
  const timeZone = await readTimeZone(db, { diaryId });
  // With a day on each side: days of two zones don't begin together.
  const span = widenDays(days);
  const from = new Date(getDayStart(span.from, timeZone));
  const to = new Date(getDayStart(addDays(span.to, 1), timeZone));
  const plans = await selectPlans(db, access)
    .where((eb) => eb.or([eb("p.ended_at", "is", null), eb("p.ended_at", ">=", toTimestamp(from))]))
    .$if(planId !== undefined, (query) =>
      isFullId(planId!) ? query.where("p.id", "=", planId!) : query.where(sql<boolean>`false`),
    )
    .orderBy("p.created_at")
    .execute();
  const ids = plans.map(({ id }) => id);
  const [versions, doses, pauses] = await runPipelined(
    listVersionsFrom(db, diaryId, ids, from),
    listSheetDoses(db, access, ids, from, to),
    listPausesBetween(db, access, from, to),
  );
  const [open, names, kinds] = await runPipelined(
    getOpener(
      vault,
      db,
      diaryId,
      versions.some((row) => row.sealed_words !== null),
    ),
    readNames(
      db,
      doses.flatMap((row) => row.given_by ?? (row.given_by_name === null ? row.recorded_by : [])),
    ),
    listEarlierKinds(db, diaryId, doses),
  );
  const people = listPeople(doses, names);
  const data: SheetData = {
    timeZone,
    people: people.map(({ key, name }) => ({ key, name })),
    planned: listPlannedParts(plans, versions, span, open),
    doses: doses.map((row) => presentDose(row, people, kinds)),
    pauses: pauses.map(({ planIds, from: begin, until }) => ({ planIds, from: begin, until })),
  };
  return {
    ...data,
    plans: await presentPlans(db, diaryId, vault, plans, versions),
    isComplete: doses.length < MAX_SHEET_DOSES,
  };
}

function listPlannedParts(
  plans: readonly PlanRow[],
  versions: readonly VersionRow[],
  span: SheetDays,
  open: Opener,
): PlannedPart[] {
  const byPlan = Map.groupBy(versions, (row) => row.plan_id);
  return plans.flatMap((plan) => {
    const own = byPlan.get(plan.id) ?? [];
    const slots = Map.groupBy(
      listPlannedSlots(own.map(asVersion), span, plan.ended_at),
      ({ version }) => version,
    );
    return own.flatMap((row): PlannedPart[] => {
      const planned = slots.get(row.version);
      if (!planned) return [];
      const words = open(BINDINGS.version(plan.id, row.version), row.words, row.sealed_words);
      return [
        {
          planId: plan.id,
          version: row.version,
          timeZone: row.time_zone,
          lateAfterMinutes: row.late_after_minutes,
          lateUntilMinutes: row.late_until_minutes,
          instructions: words?.instructions ?? "",
          slots: planned.map(({ slot, dueAt, amount }) => ({ slot, dueAt, amount })),
        },
      ];
    });
  });
}

type DoseOfSheet = Awaited<ReturnType<typeof listSheetDoses>>[number];

/** The doses of plans that were due, or given without being planned, between two moments; at most `MAX_SHEET_DOSES`. */
async function listSheetDoses(
  db: Db,
  { diaryId }: PlansAccess,
  planIds: readonly string[],
  from: Date,
  to: Date,
) {
  const all = db
    .selectFrom("doses as d")
    .select([
      "d.id",
      "d.plan_id",
      "d.slot",
      "d.due_at",
      "d.state",
      "d.reason",
      "d.amount",
      "d.given_at",
      "d.given_by",
      "d.given_by_name",
      "d.recorded_by",
      "d.recorded_at",
      "d.extra_of",
      "d.claimed_until",
      "d.reviewed_at",
      "d.revision",
    ])
    .select(sql<boolean>`cardinality(d.against) > 0`.as("is_against"))
    .where("d.diary_id", "=", diaryId)
    .where(sql<boolean>`d.plan_id = any(${planIds}::uuid[])`)
    .limit(MAX_SHEET_DOSES);
  const due = all
    .where("d.due_at", ">=", toTimestamp(from))
    .where("d.due_at", "<", toTimestamp(to))
    .orderBy("d.due_at");
  const unplanned = all
    .where("d.slot", "is", null)
    .where("d.given_at", ">=", toTimestamp(from))
    .where("d.given_at", "<", toTimestamp(to))
    .orderBy("d.given_at");
  return (await runPipelined(due.execute(), unplanned.execute())).flat().slice(0, MAX_SHEET_DOSES);
}

/** For doses with several entries: whether one was a correction, and whether one recorded the dose as not given. */
async function listEarlierKinds(db: Db, diaryId: string, doses: readonly DoseOfSheet[]) {
  const ids = doses.filter(({ revision }) => revision > 1).map(({ id }) => id);
  if (ids.length === 0) return new Map<string, string[]>();
  const rows = await db
    .selectFrom("dose_entries as e")
    .select(["e.dose_id", "e.kind"])
    .where("e.diary_id", "=", diaryId)
    .where(sql<boolean>`e.dose_id = any(${ids}::uuid[])`)
    .where("e.kind", "in", ["corrected", "not_given"])
    .execute();
  return new Map(
    [...Map.groupBy(rows, (row) => row.dose_id)].map(([id, own]) => [id, own.map(({ kind }) => kind)]),
  );
}

type SheetPerson = { key: string; name: string; position: number };

/** The giver of a dose: a member by their id, another person by the entered name. */
const getPersonKey = (row: DoseOfSheet): string =>
  row.state === "given" && row.given_by_name !== null
    ? `name ${row.given_by_name}`
    : (row.given_by ?? row.recorded_by);

function listPeople(doses: readonly DoseOfSheet[], names: Map<string, string>): SheetPerson[] {
  const written = new Map(doses.map((row) => [getPersonKey(row), row.given_by_name]));
  return [...new Set(doses.map(getPersonKey))].sort().map((key, position) => ({
    key,
    name: (key.startsWith("name ") ? written.get(key) : getShownName(names, key)) ?? "",
    position,
  }));
}

function presentDose(
  row: DoseOfSheet,
  people: readonly SheetPerson[],
  kinds: ReadonlyMap<string, string[]>,
): SheetDose {
  const earlier = kinds.get(row.id) ?? [];
  return {
    _id: row.id,
    planId: row.plan_id,
    slot: row.slot,
    dueAt: row.due_at,
    state: row.state as DoseState,
    reason: row.reason,
    amount: row.amount,
    givenAt: row.given_at,
    by: people.findIndex(({ key }) => key === getPersonKey(row)),
    recordedAt: row.recorded_at,
    extraOf: row.extra_of,
    isAgainst: row.is_against,
    isReviewed: row.reviewed_at !== null,
    claimedUntil: row.claimed_until,
    isCorrected: earlier.includes("corrected"),
    wasNotGiven: row.state === "given" && earlier.includes("not_given"),
  };
}
