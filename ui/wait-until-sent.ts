import { isWaiting, watchWaiting } from "./waiting-changes.ts";

/** Resolves when no change of this subject waits any more. Rejects with the signal's reason. */
export function waitUntilSent(subject: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (!signal.aborted && isWaiting(subject)) return;
      stop();
      signal.removeEventListener("abort", look);
      if (signal.aborted) reject(signal.reason);
      else resolve();
    };
    const stop = watchWaiting(look);
    signal.addEventListener("abort", look);
    look();
  });
}
