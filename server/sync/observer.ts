import type { FunctionKind } from "../functions/define.ts";
import { getErrorCode } from "./failures.ts";

/** Receives the sync server's activity, for the metrics. Must not throw. */
export type SyncObserver = {
  /** A mutation, an action or a single query ended. `outcome` is "ok" or the code of its error, such as "conflict". */
  onCall(call: { kind: FunctionKind; name: string; outcome: string; seconds: number }): void;
  /** A pass over the live results ended, after this many reads. */
  onPass(pass: { reads: number; seconds: number }): void;
  /** Another node has written. */
  onWriteElsewhere(): void;
};

export const NO_OBSERVER: SyncObserver = { onCall() {}, onPass() {}, onWriteElsewhere() {} };

/**
 * Runs a call, and reports its outcome and duration to the observer.
 * @param outcomeOf "ok" or the code of an error that is a result; a thrown error has its own code
 */
export async function observeCalls<Result>(
  observer: SyncObserver,
  { kind, name }: { kind: FunctionKind; name: string },
  run: () => Promise<Result>,
  outcomeOf: (result: Result) => string = () => "ok",
): Promise<Result> {
  const begin = performance.now();
  const end = (outcome: string) =>
    observer.onCall({ kind, name, outcome, seconds: (performance.now() - begin) / 1000 });
  try {
    const result = await run();
    end(outcomeOf(result));
    return result;
  } catch (error) {
    end(getErrorCode(error));
    throw error;
  }
}
