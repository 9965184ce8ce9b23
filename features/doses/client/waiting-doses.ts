import type { ConvexReactClient } from "convex/react";
import { api, type DoseConflict } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { readDraft, writeDraft } from "../../../ui/draft.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { canSend, reachability } from "../../../ui/reachability.ts";
import { JUST_GIVEN_MS } from "../rules/limits.ts";
import type { NotGivenReason } from "../rules/slot-states.ts";
import { keptDosesKey } from "./kept-doses.ts";

/** What can be said about a dose without a connection, with the arguments of the server's function. */
export type DoseCall = { diaryId: string; planId: string; slot: string | null; entryId: string } & (
  | { say: "give"; args: GivenArgs & { seen: string[] } }
  | { say: "record"; args: GivenArgs & { acknowledged: string[]; why: string } }
  | { say: "skip"; args: { reason: NotGivenReason; note: string; saidAt: number } }
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
export type WaitingDose = DoseCall & { conflicts: DoseConflict[] | null };

export type Answer =
  | { outcome: "written"; doseId: string; isExtra: boolean }
  | { outcome: "refused"; conflicts: DoseConflict[] }
  | { outcome: "failed"; message: string };

let waiting: readonly WaitingDose[] = [];
const listeners = new Set<() => void>();
/** Their answers, by the entry's id. */
const answers = new Map<string, Promise<Answer>>();

/** The ids of all entries that this page has had; those of other tabs stay as they are. */
const ofThisPage = new Set<string>();

function set(next: readonly WaitingDose[]): void {
  waiting = next;
  for (const { entryId } of next) ofThisPage.add(entryId);
  // In this browser too: a phone closes pages that nobody looks at.
  const ofOthers = (readDraft<WaitingDose[]>(keptDosesKey()) ?? []).filter(
    ({ entryId }) => !ofThisPage.has(entryId),
  );
  const all = [...ofOthers, ...next];
  writeDraft(keptDosesKey(), all.length === 0 ? null : all);
  for (const listener of listeners) listener();
}

/** The entries of this page that aren't written yet, oldest first; for `useSyncExternalStore`. */
export const waitingDoses = {
  get: () => waiting,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/**
 * Sends an entry, now or as soon as there is a connection. A second press on the same dose while the first is on its way
 * is the same entry; sent twice, the server writes it once, because its id was made with the press.
 */
export function sayDose(convex: ConvexReactClient, call: DoseCall): Promise<Answer> {
  const same = waiting.find((each) => each.conflicts === null && isSame(each, call));
  if (same) return answers.get(same.entryId) ?? send(convex, same);
  set([
    ...waiting.filter(({ entryId }) => entryId !== call.entryId),
    { ...call, conflicts: null } as WaitingDose,
  ]);
  return send(convex, call);
}

/** Whether two entries say the same. One as needed may be given again, also while the first waits for a connection. */
function isSame(one: DoseCall, other: DoseCall): boolean {
  if (one.planId !== other.planId || one.slot !== other.slot) return false;
  return one.slot !== null || Math.abs(saidAt(one) - saidAt(other)) < JUST_GIVEN_MS;
}

/** When it was given, or was said that it wasn't; epoch ms. */
export const saidAt = ({ say, args }: DoseCall): number => (say === "skip" ? args.saidAt : args.givenAt);

/** Forgets an entry that was refused: the dose isn't given. */
export function dropDose(entryId: string): void {
  set(waiting.filter((each) => each.entryId !== entryId));
}

/** Sends what a page before this one couldn't: it was closed, or the phone was switched off. */
export function sendKeptDoses(convex: ConvexReactClient): void {
  const known = new Set(waiting.map(({ entryId }) => entryId));
  const kept = (readDraft<WaitingDose[]>(keptDosesKey()) ?? []).filter(({ entryId }) => !known.has(entryId));
  if (kept.length === 0) return;
  set([...kept, ...waiting]);
  for (const call of kept) if (call.conflicts === null) void send(convex, call);
}

function send(convex: ConvexReactClient, call: DoseCall): Promise<Answer> {
  const answer = reachable(convex)
    .then(() => mutate(convex, call))
    .then(
      (outcome): Answer => {
        if (outcome.outcome === "written") dropDose(call.entryId);
        else
          set(
            waiting.map((each) =>
              each.entryId === call.entryId ? { ...each, conflicts: outcome.conflicts } : each,
            ),
          );
        return outcome;
      },
      (error: unknown): Answer => {
        console.error("A dose could not be recorded", error);
        dropDose(call.entryId);
        const message = errorMessage(error, "The dose could not be recorded. Please try again.");
        notifyFailure(message);
        return { outcome: "failed", message };
      },
    );
  answers.set(call.entryId, answer);
  void answer.finally(() => answers.delete(call.entryId));
  return answer;
}

/**
 * Resolves when a call is expected to arrive. One that is handed to a connection that is broken already may be delivered
 * minutes later by it, with a `sentAt` of long ago.
 */
function reachable(convex: ConvexReactClient): Promise<void> {
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

function mutate(convex: ConvexReactClient, call: DoseCall) {
  const { entryId, planId, slot } = call;
  // The socket writes the moment at which it really leaves.
  const sent = { entryId, planId, sentAt: Date.now() };
  if (call.say === "skip") return convex.mutation(api.doses.skipDose, { ...sent, slot: slot!, ...call.args });
  const given = { ...sent, slot, ...call.args };
  return call.say === "give"
    ? convex.mutation(api.doses.giveDose, given)
    : convex.mutation(api.doses.recordDose, { ...given, ...call.args });
}
