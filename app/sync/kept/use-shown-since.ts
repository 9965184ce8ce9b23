import { useSyncExternalStore } from "react";
import { getKeptClient } from "../convex-client.ts";

/** When the oldest shown result came that the server hasn't answered, epoch ms; null when all results are live. */
export function useShownSince(): number | null {
  const { watchShown, getShownSince } = getKeptClient();
  return useSyncExternalStore(watchShown, getShownSince);
}
