import { useEffect, useState } from "react";
import { getKeptClient } from "../convex-client.ts";
import type { Operation } from "./operations.ts";

/** The person's changes that wait on this device or were refused, oldest first. */
export function useWaitingChanges(): readonly Operation[] {
  const [kept] = useState(getKeptClient);
  const [changes, setChanges] = useState(kept.listWaiting);
  useEffect(() => {
    const read = () => setChanges(kept.listWaiting());
    read();
    return kept.watchShown(read);
  }, [kept]);
  return changes;
}
