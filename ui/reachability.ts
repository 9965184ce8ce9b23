import type { ConvexReactClient } from "convex/react";

let isLost = false;
const listeners = new Set<() => void>();

/**
 * Whether the server was unreachable at the last check: known long before the live connection breaks. Signed-out pages
 * load this file too; code for the live client is in `use-is-unreachable.ts`.
 */
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

/** Whether a request sent now is expected to arrive. */
export const canSend = (convex: ConvexReactClient): boolean =>
  convex.connectionState().isWebSocketConnected && !isLost;
