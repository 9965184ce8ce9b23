import type { ConvexReactClient } from "convex/react";
import { ConvexError } from "convex/values";
import { api, type DoseConflict } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { onDraftsEnding, readDraft, writeDraft } from "../../../ui/draft.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { canSend, reachability } from "../../../ui/reachability.ts";
import { isJustGiven } from "../rules/just-given.ts";
import type { NotGivenReason } from "../rules/slot-states.ts";
import { getKeptDosesKey, upgradeKeptDose } from "./kept-doses.ts";

/** Dose entries that work offline, with the arguments of the server's function. */
export type DoseCall = { diaryId: string; planId: string; slot: string | null; entryId: string } & (
  | { kind: "give"; args: GivenArgs & { seen: string[] } }
  | { kind: "record"; args: GivenArgs & { acknowledged: string[]; why: string } }
  | { kind: "skip"; args: { reason: NotGivenReason; note: string; saidAt: number } }
);
type GivenArgs = {
  amount: number;
  /** By this device's clock, epoch ms. */
  givenAt: number;
  givenBy?: string | undefined;
  givenByName?: string | undefined;
  note: string;
};

/** An entry that the server hasn't written: it is on its way, or it was refused and waits for the person's answer. */
export type WaitingDose = DoseCall & {
  conflicts: DoseConflict[] | null;
  /**
   * Whether the user has read that this device keeps the entry: for them the dose is recorded, even if the server
   * refuses it later.
   */
  isKept?: boolean;
};

export type Answer =
  | { outcome: "written"; doseId: string; isExtra: boolean }
  | { outcome: "refused"; conflicts: DoseConflict[] }
  | { outcome: "failed"; message: string };

let waiting: readonly WaitingDose[] = [];
const listeners = new Set<() => void>();
/** Their answers, by the entry's id. */
const answers = new Map<string, Promise<Answer>>();

/** The ids of all entries of this page; entries of other tabs stay as they are. */
const ofThisPage = new Set<string>();

/** The entries that this browser keeps, of all pages. */
const readKeptDoses = (): WaitingDose[] =>
  (readDraft<WaitingDose[]>(getKeptDosesKey()) ?? []).map(upgradeKeptDose);

function set(next: readonly WaitingDose[]): void {
  waiting = next;
  for (const { entryId } of next) ofThisPage.add(entryId);
  // In this browser too: a phone closes pages that nobody looks at.
  const ofOthers = readKeptDoses().filter(({ entryId }) => !ofThisPage.has(entryId));
  const all = [...ofOthers, ...next];
  writeDraft(getKeptDosesKey(), all.length === 0 ? null : all);
  for (const listener of listeners) listener();
}

/** Counts the sessions of this page: what one of them was waiting for is nothing of the next. */
let session = 0;

// The entries stay in this browser, for the same person's next session. This page forgets them: they must not be sent by
// the next person's connection.
onDraftsEnding(() => {
  session++;
  waiting = [];
  answers.clear();
  ofThisPage.clear();
  for (const listener of listeners) listener();
});

/** The entries of this page that aren't written yet, oldest first; for `useSyncExternalStore`. */
export const waitingDoses = {
  get: () => waiting,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/**
 * Sends an entry, at once or as soon as there is a connection. A second press on the same dose while the first is on its way
 * is the same entry; sent twice, the server writes it once, because its id was made with the press.
 */
export function recordDose(convex: ConvexReactClient, call: DoseCall): Promise<Answer> {
  const same = waiting.find((each) => each.conflicts === null && isSame(each, call));
  if (same) return answers.get(same.entryId) ?? send(convex, same);
  const former = waiting.find(({ entryId }) => entryId === call.entryId);
  const isKept = former?.isKept === true || !canSend(convex);
  const entry = { ...call, conflicts: null, isKept } as WaitingDose;
  set([...waiting.filter(({ entryId }) => entryId !== call.entryId), entry]);
  return send(convex, entry);
}

/** Whether two entries are about the same dose. One as needed may be given again, also while the first waits for a connection. */
function isSame(one: DoseCall, other: DoseCall): boolean {
  if (one.planId !== other.planId || one.slot !== other.slot) return false;
  return one.slot !== null || isJustGiven(getRecordTime(one), getRecordTime(other));
}

/** When the dose was given, or recorded as not given; epoch ms. */
export const getRecordTime = ({ kind, args }: DoseCall): number =>
  kind === "skip" ? args.saidAt : args.givenAt;

/** Drops a refused entry, because the user confirms that the dose wasn't given or is another one. */
export function dropDose(entryId: string): void {
  set(waiting.filter((each) => each.entryId !== entryId));
}

/** Notes that the screen shows an entry as kept on this device. */
function markKept(entryId: string): void {
  if (waiting.some((each) => each.entryId === entryId && !each.isKept))
    set(waiting.map((each) => (each.entryId === entryId ? { ...each, isKept: true } : each)));
}

const NOT_RECORDED = "The dose could not be recorded. Please try again.";
const NOT_RECORDED_YET =
  "The dose isn't recorded yet, but this device keeps it and tries again. Don't give it a second time.";
/** How long an entry waits that failed for a reason that passes. */
const SEND_AGAIN_MS = 30_000;
/** Refusals that aren't about the entry. */
const PASSING = new Set(["busy", "internal", "unauthenticated"]);
/** Ids of entries whose retry the user has been notified about. */
const retryNotified = new Set<string>();

/**
 * Sends what a page before this one couldn't, because it was closed or the phone was switched off, and what failed for
 * a reason that passes.
 */
export function sendKeptDoses(convex: ConvexReactClient): void {
  const known = new Set(waiting.map(({ entryId }) => entryId));
  const kept = readKeptDoses().filter(({ entryId }) => !known.has(entryId));
  if (kept.length > 0) set([...kept.map((each) => ({ ...each, isKept: true })), ...waiting]);
  for (const call of waiting)
    if (call.conflicts === null && !answers.has(call.entryId)) void send(convex, call);
}

const ENDED: Answer = { outcome: "failed", message: NOT_RECORDED_YET };

function send(convex: ConvexReactClient, call: WaitingDose): Promise<Answer> {
  const ofSession = session;
  const hasEnded = () => session !== ofSession;
  const watch = () => {
    if (!hasEnded() && !canSend(convex)) markKept(call.entryId);
  };
  const stops = [reachability.subscribe(watch), convex.subscribeToConnectionState(watch)];
  const answer = waitUntilReachable(convex)
    .then(() =>
      hasEnded() ? Promise.reject(new Error("The session has ended")) : sendMutation(convex, call),
    )
    .then(
      (outcome): Answer => {
        if (hasEnded()) return outcome;
        if (outcome.outcome === "written") dropDose(call.entryId);
        else
          set(
            waiting.map((each) =>
              each.entryId === call.entryId ? { ...each, conflicts: outcome.conflicts } : each,
            ),
          );
        return outcome;
      },
      (error: unknown): Answer | Promise<Answer> => {
        if (hasEnded()) return ENDED;
        console.error("A dose could not be recorded", error);
        const isRefused = error instanceof ConvexError && !PASSING.has(error.data?.code);
        const isKept = waiting.some((each) => each.entryId === call.entryId && each.isKept);
        // Such as for a plan that has ended meanwhile: a given dose is recorded all the same.
        if (isRefused && isKept && call.kind === "give") {
          const happened: WaitingDose = { ...asHappened(call, [call.entryId]), conflicts: null, isKept };
          set(waiting.map((each) => (each.entryId === call.entryId ? happened : each)));
          return send(convex, happened);
        }
        // What the server refuses in words would be refused again. Everything else passes: the entry stays, or a dose
        // that was given hours ago would be lost with a fault of the server.
        if (isRefused) dropDose(call.entryId);
        else {
          markKept(call.entryId);
          setTimeout(() => hasEnded() || sendKeptDoses(convex), SEND_AGAIN_MS);
        }
        const message = isRefused ? getErrorMessage(error, NOT_RECORDED) : NOT_RECORDED_YET;
        if (isRefused || !retryNotified.has(call.entryId)) notifyFailure(message);
        retryNotified.add(call.entryId);
        return { outcome: "failed", message };
      },
    );
  answers.set(call.entryId, answer);
  void answer.finally(() => {
    for (const stop of stops) stop();
    if (answers.get(call.entryId) === answer) answers.delete(call.entryId);
  });
  return answer;
}

/** Why an entry was made although it conflicts with others, where no person gave a reason. */
const BEFORE_SEEN = "Given without a connection, before the other entry could be seen";

/**
 * A dose that was given without a connection, as one that has happened.
 * @param conflictIds what it conflicts with: other doses, or its own entry id for a conflict with its plan
 */
export function asHappened(
  { args, ...dose }: Extract<DoseCall, { kind: "give" | "record" }>,
  conflictIds: readonly string[],
): DoseCall {
  const { diaryId, planId, slot, entryId } = dose;
  const { amount, givenAt, givenBy, givenByName, note } = args;
  const before = "acknowledged" in args ? args : { acknowledged: [], why: "" };
  const acknowledged = [...new Set([...before.acknowledged, ...conflictIds])];
  const why = before.why || BEFORE_SEEN;
  const given = { amount, givenAt, givenBy, givenByName, note };
  return { kind: "record", diaryId, planId, slot, entryId, args: { ...given, acknowledged, why } };
}

/**
 * Resolves when a call is expected to arrive. A call over a broken connection may be delivered minutes later, with a
 * `sentAt` of long ago.
 */
function waitUntilReachable(convex: ConvexReactClient): Promise<void> {
  if (canSend(convex)) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (!canSend(convex)) return;
      for (const stop of stops) stop();
      resolve();
    };
    const stops = [reachability.subscribe(check), convex.subscribeToConnectionState(check)];
  });
}

function sendMutation(convex: ConvexReactClient, call: DoseCall) {
  const { entryId, planId, slot } = call;
  // The socket writes the moment of sending.
  const sent = { entryId, planId, sentAt: Date.now() };
  if (call.kind === "skip")
    return convex.mutation(api.doses.skipDose, { ...sent, slot: slot!, ...call.args });
  const given = { ...sent, slot, ...call.args };
  return call.kind === "give"
    ? convex.mutation(api.doses.giveDose, given)
    : convex.mutation(api.doses.recordDose, { ...given, ...call.args });
}
