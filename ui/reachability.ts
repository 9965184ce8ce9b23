import type { ConvexReactClient } from "convex/react";

/*
 * Signed-out pages load this too. What stands on the live client is in a file of its own, `use-is-away.ts`: it would bring
 * that client along.
 */

let isLost = false;
const listeners = new Set<() => void>();

/** Whether the server was out of reach when it was last asked: known long before the live connection breaks. */
export const reachability = {
  isLost: () => isLost,
  set(lost: boolean) {
    if (lost === isLost) return;
    isLost = lost;
    for (const listener of listeners) listener();
  },
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Whether what is sent now arrives now, as far as is known. */
export const canSend = (convex: ConvexReactClient): boolean =>
  convex.connectionState().isWebSocketConnected && !isLost;
