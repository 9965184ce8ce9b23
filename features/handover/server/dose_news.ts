import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf } from "../../../server/db/names.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { EntryValues } from "../../doses/schema.ts";
import { type newestEntries, type newestPauses, standingSlots } from "../../doses/server/public.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import type { PlanFacts, VersionWords } from "../../plans/schema.ts";
import {
  BINDINGS,
  type newestPlanEnds,
  type newestPlanVersions,
  openerFor,
  type PlanRow,
  type PlansAccess,
  selectPlans,
} from "../../plans/server/public.ts";
import { MAX_LISTED, OPEN_DOSES_MS } from "../rules/limits.ts";
import type { DOSE_NEWS, Handover, PLAN_NEWS } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";
import { listOf, newestFirst, type Picked } from "./picked.ts";

type Db = Kysely<Tables>;
type Rows<Read extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number];

/** The plans of the notebook that the reader sees; a notebook has few. */
export const readPlans = (db: Db, access: PlansAccess): Promise<PlanRow[]> =>
  selectPlans(db, access).orderBy("p.created_at", "desc").limit(MAX_READ).execute();

const MAX_READ = 1000;

/** What the plans are called, by id. */
async function namesOfPlans(db: Db, vault: Vault, diaryId: string, plans: readonly PlanRow[]) {
  const open = await openerFor(
    vault,
    db,
    diaryId,
    plans.some((row) => row.sealed_facts),
  );
  const byId = new Map(plans.map((row) => [row.id, row]));
  return (planId: string) => {
    const row = byId.get(planId);
    const facts = row && open<PlanFacts>(BINDINGS.plan(planId), row.facts, row.sealed_facts);
    return {
      planId,
      name: facts?.name ?? "",
      strength: facts?.strength ?? "",
      unit: (row?.unit ?? "unit") as Unit,
    };
  };
}

type Doses = {
  entries: readonly Picked<Rows<typeof newestEntries>>[];
  pauses: readonly Picked<Rows<typeof newestPauses>>[];
  plans: readonly PlanRow[];
  span: { after: number; until: number; at: number; timeZone: string };
};

/** Doses: those without an entry, those about which something was written, and the number of all others. */
export async function doseNews(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  { entries, pauses, plans, span }: Doses,
  names: ReadonlyMap<string, string>,
): Promise<Pick<Handover, "doses" | "openDoses" | "otherDoses" | "pauses">> {
  const { diaryId } = access.member;
  const running = plans.filter(({ ended_at }) => ended_at === null || ended_at > span.after - OPEN_DOSES_MS);
  const after = Math.min(span.after, span.until - OPEN_DOSES_MS);
  const slots = await standingSlots(db, access.plans, running, { ...span, after });
  const nameOfPlan = await namesOfPlans(db, vault, diaryId, plans);
  const told = newestOfEachDose(entries);
  const shown = listOf(told);
  const toldSlots = new Set(
    told.map(({ entry }) => `${entry.plan_id} ${(entry.values as EntryValues).slot}`),
  );
  const isOpenOne = ({ state, isOpen, dueAt }: (typeof slots)[number]) =>
    state === "late"
      ? isOpen && (dueAt > span.after || isOpen)
      : state === "not_recorded" && dueAt > span.after;
  const open = listOf(slots.filter(isOpenOne));
  const others = slots.filter(
    (slot) =>
      slot.dueAt > span.after &&
      (slot.state === "given" || slot.state === "claimed" || slot.state === "not_given") &&
      !toldSlots.has(`${slot.planId} ${slot.slot}`),
  );
  const shownPauses = listOf(pauses);
  const openWords = await openerFor(
    vault,
    db,
    diaryId,
    entries.some((row) => row.sealed_words),
  );
  return {
    openDoses: {
      isCut: open.isCut,
      shown: open.shown.map(({ planId, slot, dueAt, amount, isOpen }) => ({
        ...nameOfPlan(planId),
        amount,
        slot,
        dueAt,
        isOpen,
      })),
    },
    otherDoses: { planned: others.length, given: others.filter(({ state }) => state === "given").length },
    doses: {
      isCut: shown.isCut,
      shown: shown.shown.map(({ entry, former }) => {
        const values = entry.values as EntryValues;
        const words = openWords<{ note?: string; why?: string }>(
          BINDINGS.entry(entry.id),
          entry.words,
          entry.sealed_words,
        );
        return {
          key: entry.key,
          at: entry.at,
          by: nameOf(names, entry.by_user),
          ...nameOfPlan(entry.plan_id),
          doseId: entry.dose_id,
          kind: entry.kind as (typeof DOSE_NEWS)[number],
          amount: values.amount ?? null,
          slot: values.slot ?? null,
          dueAt: values.dueAt ?? null,
          givenAt: values.givenAt ?? null,
          givenBy: values.givenByName ?? nameOf(names, values.givenBy ?? null),
          reason: values.reason ?? null,
          isExtra: (values.extraOf ?? null) !== null,
          isAgainst: (values.against ?? []).length > 0,
          words: [words?.note, words?.why].filter(Boolean).join(" "),
          ...(former.length > 0 && { told: former }),
        };
      }),
    },
    pauses: {
      isCut: shownPauses.isCut,
      shown: shownPauses.shown.map((row) => ({
        key: row.key,
        at: row.at,
        by: nameOf(names, row.started_by),
        kind: row.kind as "hospital" | "away" | "other",
        from: row.from_at,
        until: row.until_at,
      })),
    },
  };
}

/** The newest entry of each dose, with the keys of the earlier ones that it stands for. */
function newestOfEachDose(entries: Doses["entries"]) {
  const doses = new Map<string, { entry: Doses["entries"][number]; former: string[] }>();
  for (const entry of entries) {
    const before = doses.get(entry.dose_id);
    if (before) before.former.push(entry.key);
    else doses.set(entry.dose_id, { entry, former: [] });
  }
  return [...doses.values()];
}

type Plans = {
  versions: readonly Picked<Rows<typeof newestPlanVersions>>[];
  ends: readonly Picked<Rows<typeof newestPlanEnds>>[];
  plans: readonly PlanRow[];
};

/** Plans that were begun, changed or ended. */
export async function planNews(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  { versions, ends, plans }: Plans,
  names: ReadonlyMap<string, string>,
): Promise<Handover["plans"]> {
  const { diaryId } = access.member;
  const nameOfPlan = await namesOfPlans(db, vault, diaryId, plans);
  const open = await openerFor(
    vault,
    db,
    diaryId,
    versions.some((row) => row.sealed_words),
  );
  const line = (planId: string) => {
    const { unit: _, ...named } = nameOfPlan(planId);
    return named;
  };
  const news = [
    ...versions.map((row) => ({
      key: row.key,
      at: row.at,
      by: nameOf(names, row.changed_by),
      ...line(row.plan_id),
      news: (row.version === 1 ? "begun" : "changed") as (typeof PLAN_NEWS)[number],
      reason:
        open<VersionWords>(BINDINGS.version(row.plan_id, row.version), row.words, row.sealed_words)?.reason ??
        "",
    })),
    ...ends.map((row) => ({
      key: row.key,
      at: row.at,
      by: nameOf(names, row.ended_by),
      ...line(row.plan_id),
      news: "ended" as const,
      reason: "",
    })),
  ];
  return listOf(news.sort(newestFirst), MAX_LISTED);
}

/** Who wrote in the ledger and in plans, by id. */
export const writersOf = ({
  entries,
  pauses,
  versions,
  ends,
}: Pick<Doses, "entries" | "pauses"> & Pick<Plans, "versions" | "ends">): string[] => [
  ...entries.flatMap(({ by_user, values }) => [by_user, (values as EntryValues).givenBy ?? by_user]),
  ...pauses.map((row) => row.started_by),
  ...versions.map((row) => row.changed_by),
  ...ends.flatMap((row) => row.ended_by ?? []),
];
