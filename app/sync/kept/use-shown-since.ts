import { useSyncExternalStore } from "react";
import { keptClient } from "../convex-client.ts";

/** The oldest time of what is shown without an answer of the server, epoch ms; null when all is live. */
export function useShownSince(): number | null {
  const { watchShown, getShownSince } = keptClient();
  return useSyncExternalStore(watchShown, getShownSince);
}
