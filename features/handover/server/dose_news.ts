import type { Kysely } from "kysely";
import { DAY } from "../../../lib/dates/time.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName } from "../../../server/db/names.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { SlotState } from "../../doses/rules/slot-states.ts";
import type { EntryValues } from "../../doses/schema.ts";
import { computeSlotStates, type SlotWithState } from "../../doses/server/public.ts";
import type { Unit } from "../../plans/rules/amounts.ts";
import type { EndWords, PlanFacts, VersionWords } from "../../plans/schema.ts";
import {
  BINDINGS,
  getOpener,
  type PlanRow,
  type PlansAccess,
  selectPlans,
} from "../../plans/server/public.ts";
import type {
  getNewestDoseEntries,
  readNewestDoseResults,
  readNewestPauseEnds,
  readNewestPauses,
  readNewestPlanEnds,
  readNewestPlanVersions,
} from "../../updates/server/public.ts";
import { MAX_LISTED, OPEN_MS } from "../rules/limits.ts";
import type { DOSE_NEWS, Handover, PLAN_NEWS } from "../schema.ts";
import type { HandoverAccess } from "./access.ts";
import { compareNewestFirst, type Picked, toList } from "./picked.ts";

type Db = Kysely<Tables>;
type Rows<Read extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Read>>[number];

/** The plans of the notebook that the reader sees; a notebook has few. */
export const readPlans = (db: Db, access: PlansAccess): Promise<PlanRow[]> =>
  selectPlans(db, access).orderBy("p.created_at", "desc").limit(MAX_READ).execute();

const MAX_READ = 1000;

/** What the plans are called, by id. */
async function readPlanNames(db: Db, vault: Vault, diaryId: string, plans: readonly PlanRow[]) {
  const open = await getOpener(
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
  entries: readonly Picked<Rows<typeof getNewestDoseEntries>>[];
  /** The results of planned doses; those that have a line aren't counted. */
  results: readonly Picked<Rows<typeof readNewestDoseResults>>[];
  pauses: readonly Picked<Rows<typeof readNewestPauses>>[];
  pauseEnds: readonly Picked<Rows<typeof readNewestPauseEnds>>[];
  plans: readonly PlanRow[];
  /** Whether nobody answered the reminders of a planned dose to the end. */
  unanswered: (planId: string, slot: string) => boolean;
  /** The moment of the page (epoch ms), and whether it is the end of a report. */
  moment: { at: number; isReport: boolean; timeZone: string };
};

/** Doses: those without an entry, those with entries that need a line, and the number of all others. */
export async function readDoseNews(
  db: Db,
  access: HandoverAccess,
  vault: Vault,
  { entries, results, pauses, pauseEnds, plans, unanswered, moment }: Doses,
  names: ReadonlyMap<string, string>,
): Promise<Pick<Handover, "doses" | "openDoses" | "otherDoses" | "pauses">> {
  const { diaryId } = access.member;
  const { at, isReport, timeZone } = moment;
  const after = at - OPEN_MS;
  const running = plans.filter(({ ended_at }) => ended_at === null || ended_at > after);
  // A dose is due some time before its hour.
  const until = isReport ? at : at + DAY;
  const slots = await computeSlotStates(db, access.plans, running, {
    after,
    until,
    at,
    timeZone,
    ...(isReport && { recordedUntil: at }),
  });
  const nameOfPlan = await readPlanNames(db, vault, diaryId, plans);
  const latest = pickNewestEntries(entries);
  const shown = toList(latest);
  const open = toList(slots.filter(({ state }) => state in URGENCY).sort(compareUrgency));
  const listed = new Set(latest.map(({ entry }) => entry.doseId));
  const counted = pickNewestResults(results).filter(({ doseId }) => !listed.has(doseId));
  const shownPauses = toList(pickNewestPauses(pauses, pauseEnds));
  const openWords = await getOpener(
    vault,
    db,
    diaryId,
    entries.some((row) => row.sealedWords),
  );
  return {
    openDoses: {
      isCut: open.isCut,
      shown: open.shown.map(({ planId, slot, dueAt, amount, isOpen, state }) => ({
        ...nameOfPlan(planId),
        amount,
        slot,
        dueAt,
        isOpen,
        ...(URGENCY[state] === 0 && { isDue: true as const }),
        ...(unanswered(planId, slot) && { unanswered: true as const }),
      })),
    },
    otherDoses: { planned: counted.length, given: counted.filter(({ isGiven }) => isGiven).length },
    doses: {
      isCut: shown.isCut,
      shown: shown.shown.map(({ entry, former }) => {
        const values = entry.values as EntryValues;
        const words = openWords<{ note?: string; why?: string }>(
          BINDINGS.entry(entry.id),
          entry.words,
          entry.sealedWords,
        );
        return {
          key: entry.key,
          at: entry.at,
          by: getShownName(names, entry.actorId),
          ...nameOfPlan(entry.planId!),
          doseId: entry.doseId,
          kind: entry.kind as (typeof DOSE_NEWS)[number],
          amount: values.amount ?? null,
          slot: values.slot ?? null,
          dueAt: values.dueAt ?? null,
          givenAt: values.givenAt ?? null,
          givenBy: values.givenByName ?? getShownName(names, values.givenBy ?? null),
          reason: values.reason ?? null,
          isExtra: (values.extraOf ?? null) !== null,
          isAgainst: (values.against ?? []).length > 0,
          isToReview: entry.isToReview,
          words: [words?.note, words?.why].filter(Boolean).join(" "),
          ...(former.length > 0 && { told: former }),
        };
      }),
    },
    pauses: {
      isCut: shownPauses.isCut,
      shown: shownPauses.shown.map(({ pause, former }) => ({
        key: pause.key,
        at: pause.at,
        by: getShownName(names, pause.actorId),
        news: pause.type === "pause-end" ? "ended" : pause.isFirst ? "begun" : "changed",
        kind: pause.kind,
        from: pause.from,
        until: pause.until,
        ...(former.length > 0 && { told: former }),
      })),
    },
  };
}

/** The states of doses that need a member, the most urgent first. A claimed dose isn't given yet. */
const URGENCY: Partial<Record<SlotState, number>> = { due: 0, claimed: 0, late: 1, not_recorded: 2 };

/** The order of open doses: of the same urgency the newest first, because the list is cut. */
const compareUrgency = (a: SlotWithState, b: SlotWithState) =>
  URGENCY[a.state]! - URGENCY[b.state]! || b.dueAt - a.dueAt;

/** One result of each dose. */
const pickNewestResults = (results: Doses["results"]) => [
  ...new Map(results.map((result) => [result.doseId, result])).values(),
];

/** Picks the newest entry of each dose, with the keys of the older entries merged into it. */
function pickNewestEntries(entries: Doses["entries"]) {
  const doses = new Map<string, { entry: Doses["entries"][number]; former: string[] }>();
  for (const entry of entries) {
    const before = doses.get(entry.doseId);
    if (before) before.former.push(entry.key);
    else doses.set(entry.doseId, { entry, former: [] });
  }
  return [...doses.values()];
}

/** Picks the last event of each pause, newest first, with the keys of the older events merged into it. */
function pickNewestPauses(pauses: Doses["pauses"], ends: Doses["pauseEnds"]) {
  const byPause = new Map<
    string,
    { pause: Doses["pauses"][number] | Doses["pauseEnds"][number]; former: string[] }
  >();
  for (const pause of [...pauses, ...ends].sort(compareNewestFirst)) {
    const later = byPause.get(pause.id);
    if (later) later.former.push(pause.key);
    else byPause.set(pause.id, { pause, former: [] });
  }
  return [...byPause.values()];
}

type Plans = {
  versions: readonly Picked<Rows<typeof readNewestPlanVersions>>[];
  ends: readonly Picked<Rows<typeof readNewestPlanEnds>>[];
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
  const nameOfPlan = await readPlanNames(db, vault, diaryId, plans);
  const open = await getOpener(
    vault,
    db,
    diaryId,
    [...versions, ...ends].some((row) => row.sealedWords),
  );
  const line = (planId: string) => {
    const { unit: _, ...named } = nameOfPlan(planId);
    return named;
  };
  const news = [
    ...versions.map((row) => ({
      key: row.key,
      at: row.at,
      by: getShownName(names, row.actorId),
      ...line(row.planId!),
      news: (row.version === 1 ? "begun" : "changed") as (typeof PLAN_NEWS)[number],
      reason:
        open<VersionWords>(BINDINGS.version(row.planId!, row.version), row.words, row.sealedWords)?.reason ??
        "",
    })),
    ...ends.map((row) => ({
      key: row.key,
      at: row.at,
      by: getShownName(names, row.actorId),
      ...line(row.id),
      news: "ended" as const,
      reason: open<EndWords>(BINDINGS.end(row.id), row.words, row.sealedWords)?.reason ?? "",
    })),
  ];
  return toList(news.sort(compareNewestFirst), MAX_LISTED);
}

/** Who wrote in the ledger and in plans, by id. */
export const listWriters = ({
  entries,
  ...others
}: Pick<Doses, "entries" | "pauses" | "pauseEnds"> & Pick<Plans, "versions" | "ends">): string[] => [
  ...entries.flatMap(({ values }) => (values as EntryValues).givenBy ?? []),
  ...[entries, others.pauses, others.pauseEnds, others.versions, others.ends].flatMap((events) =>
    events.flatMap(({ actorId }) => actorId ?? []),
  ),
];
