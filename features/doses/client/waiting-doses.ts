import type { ConvexReactClient } from "convex/react";
import { api, type DoseConflict } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { onDraftsEnding } from "../../../ui/draft.ts";
import { defineLayer } from "../../../ui/layer.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { canSend } from "../../../ui/reachability.ts";
import {
  discardChange,
  isRefused,
  listWaiting,
  type WaitingChange,
  watchWaiting,
} from "../../../ui/waiting-changes.ts";
import { isJustGiven } from "../rules/just-given.ts";
import type { NotGivenReason } from "../rules/slot-states.ts";
import { asHappened } from "./as-happened.ts";

/** Dose entries that work offline, with the arguments of the server's function. */
export type DoseCall = EntryFacts & { planId: string; slot: string | null; entryId: string } & (
    | { kind: "give"; args: GivenArgs & { seen: string[] } }
    | { kind: "record"; args: GivenArgs & { acknowledged: string[]; why: string } }
    | { kind: "skip"; args: { reason: NotGivenReason; note: string; saidAt: number } }
  );
/** An entry about a dose that was given. */
export type GivenCall = Extract<DoseCall, { kind: "give" | "record" }>;
type GivenArgs = {
  amount: number;
  /** By this device's clock, epoch ms. */
  givenAt: number;
  givenBy?: string | undefined;
  givenByName?: string | undefined;
  note: string;
};

/** What this device keeps with an entry: its notebook, and the medicine's name for the list of what isn't sent. */
export type EntryFacts = { diaryId: string; name: string };

/** An entry that the server hasn't written: it is on its way, or it was refused and waits for the person's answer. */
export type WaitingDose = DoseCall & {
  conflicts: DoseConflict[] | null;
  /**
   * Of a refused entry: whether the user has read that this device keeps it. For them the dose is recorded.
   */
  isKept: boolean;
  /** Whether it outlives this page: the press alone doesn't keep it, and a battery may be empty a moment later. */
  isStored: boolean;
};

export type Answer =
  | { outcome: "written"; doseId: string; isExtra: boolean }
  | { outcome: "refused"; conflicts: DoseConflict[] }
  | { outcome: "failed"; message: string }
  /** This device keeps it, and sends it as soon as there is a connection. */
  | { outcome: "waiting" };

/** Keeps the facts of an entry with it. Nothing is shown as given before the server has written it: rows read this list. */
export const keepFacts = defineLayer<EntryFacts>("doses.entry", () => {});

const KINDS: Record<string, DoseCall["kind"]> = {
  "doses:giveDose": "give",
  "doses:recordDose": "record",
  "doses:skipDose": "skip",
};

/** The entries of this page that are on their way, and refused ones that this browser doesn't keep. */
let own: readonly WaitingDose[] = [];
let joined: { own: typeof own; changes: readonly WaitingChange[]; doses: readonly WaitingDose[] } | null =
  null;
const listeners = new Set<() => void>();
/** The answers to entries on their way, by the entry's id. */
const answers = new Map<string, Promise<Answer>>();

function setOwn(next: readonly WaitingDose[]): void {
  own = next;
  for (const listener of listeners) listener();
}

const dropOwn = (entryId: string): void => setOwn(own.filter((each) => each.entryId !== entryId));

/** Counts the sessions of this page: what one of them was waiting for is nothing of the next. */
let session = 0;

onDraftsEnding(() => {
  session++;
  answers.clear();
  setOwn([]);
});

/** The entry that a waiting change is; null for other changes and for those refused for good. */
function readChange(change: WaitingChange): WaitingDose | null {
  const { path, args, layer, question } = change;
  const kind = KINDS[path];
  if (!kind || layer === null || isRefused(change)) return null;
  const { entryId, planId, slot, sentAt: _, ...rest } = args;
  const asked = question?.answer as { conflicts: DoseConflict[] } | undefined;
  return {
    ...(layer.data as EntryFacts),
    ...{ kind, entryId, planId, slot, args: rest },
    conflicts: asked?.conflicts ?? null,
    isKept: question?.isKept ?? false,
    isStored: true,
  } as WaitingDose;
}

/** The doses that are taken back as soon as there is a connection: a waiting one has the id of its entry. */
const listTakenBack = (changes: readonly WaitingChange[]): Set<unknown> =>
  new Set(
    changes.flatMap((change) =>
      change.path === "doses:withdrawDose" && !isRefused(change) ? [change.args.doseId] : [],
    ),
  );

/** The entries that aren't written yet and aren't taken back, oldest first; for `useSyncExternalStore`. */
export const waitingDoses = {
  get(): readonly WaitingDose[] {
    const changes = listWaiting();
    if (joined?.own !== own || joined.changes !== changes) {
      const ofPage = new Set(own.map(({ entryId }) => entryId));
      const stored = changes.map(readChange).filter((each) => each !== null);
      const storedIds = new Set(stored.map(({ entryId }) => entryId));
      const takenBack = listTakenBack(changes);
      const doses = [
        ...stored.filter(({ entryId }) => !ofPage.has(entryId)),
        ...own.map((each) => ({ ...each, isStored: storedIds.has(each.entryId) })),
      ].filter(({ entryId }) => !takenBack.has(entryId));
      joined = { own, changes, doses };
    }
    return joined.doses;
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    const stop = watchWaiting(listener);
    return () => {
      listeners.delete(listener);
      stop();
    };
  },
};

/**
 * Sends an entry, at once or as soon as there is a connection. A second press on the same dose while the first is on its way
 * is the same entry; sent twice, the server writes it once, because its id was made with the press.
 */
export function recordDose(convex: ConvexReactClient, call: DoseCall): Promise<Answer> {
  const same = waitingDoses.get().find((each) => each.conflicts === null && isSame(each, call));
  if (same) return answers.get(same.entryId) ?? Promise.resolve({ outcome: "waiting" });
  setOwn([
    ...own.filter(({ entryId }) => entryId !== call.entryId),
    { ...call, conflicts: null, isKept: false, isStored: false },
  ]);
  const answer = send(convex, call);
  answers.set(call.entryId, answer);
  void answer.finally(() => {
    if (answers.get(call.entryId) === answer) answers.delete(call.entryId);
  });
  return answer;
}

/** Whether two entries are about the same dose. One as needed may be given again, also while the first waits for a connection. */
function isSame(one: DoseCall, other: DoseCall): boolean {
  if (one.planId !== other.planId || one.slot !== other.slot) return false;
  return one.slot !== null || isJustGiven(getRecordTime(one), getRecordTime(other));
}

/** The entry that records a given dose despite its conflicts; see {@link asHappened}. */
export const toRecord = (
  { diaryId, name, planId, slot, entryId, args }: GivenCall,
  conflictIds: readonly string[],
): DoseCall => ({
  ...{ kind: "record", diaryId, name, planId, slot, entryId },
  args: asHappened(args, conflictIds),
});

/** When the dose was given, or recorded as not given; epoch ms. */
export const getRecordTime = ({ kind, args }: DoseCall): number =>
  kind === "skip" ? args.saidAt : args.givenAt;

const findChange = (entryId: string): WaitingChange | undefined =>
  listWaiting().find(({ path, args }) => path in KINDS && args.entryId === entryId);

/** Drops a refused entry, because the user confirms that the dose wasn't given or is another one. */
export function dropDose(entryId: string): void {
  dropOwn(entryId);
  const stored = findChange(entryId);
  if (stored) void discardChange(stored.seq);
}

async function send(convex: ConvexReactClient, call: DoseCall): Promise<Answer> {
  const ofSession = session;
  try {
    // What waits has another answer than the server's.
    const answer = (await sendMutation(convex, call)) as Answer;
    if (session !== ofSession) return answer;
    if (answer.outcome === "refused" && !findChange(call.entryId))
      setOwn(
        own.map((each) => (each.entryId === call.entryId ? { ...each, conflicts: answer.conflicts } : each)),
      );
    else dropOwn(call.entryId);
    // Without a connection its row shows that.
    if (answer.outcome === "waiting" && canSend(convex)) notifyFailure(t("dosewrites.notRecordedYet"));
    return answer;
  } catch (error) {
    const message = getErrorMessage(error, t("dosewrites.notRecorded"));
    if (session !== ofSession) return { outcome: "failed", message };
    console.error("A dose could not be recorded", error);
    dropOwn(call.entryId);
    notifyFailure(message);
    return { outcome: "failed", message };
  }
}

function sendMutation(convex: ConvexReactClient, call: DoseCall) {
  const { entryId, planId, slot, diaryId, name } = call;
  const options = { optimisticUpdate: keepFacts({ diaryId, name }) };
  // Compared with when the outbox made the change: the difference of this device's clock corrects its times.
  const sent = { entryId, planId, sentAt: Date.now() };
  if (call.kind === "skip")
    return convex.mutation(api.doses.skipDose, { ...sent, slot: slot!, ...call.args }, options);
  const given = { ...sent, slot, ...call.args };
  return call.kind === "give"
    ? convex.mutation(api.doses.giveDose, given, options)
    : convex.mutation(api.doses.recordDose, { ...given, ...call.args }, options);
}
