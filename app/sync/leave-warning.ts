import type { ConvexReactClient } from "convex/react";

export const LEAVE_WARNING = "Are you sure you want to leave? Your changes may not be saved.";

/**
 * Asks before the page closes while changes wait for the network. The convex client asks only about
 * requests that were sent; one made while offline would go without a word (sync protocol, S13).
 */
export function warnBeforeLosingQueuedWrites(
  client: Pick<ConvexReactClient, "connectionState">,
  target: Window,
): void {
  target.addEventListener("beforeunload", (event) => {
    if (client.connectionState().inflightMutations === 0) return;
    event.preventDefault();
    // Browsers show their own words; older ones need a text to show anything.
    event.returnValue = LEAVE_WARNING;
  });
}
