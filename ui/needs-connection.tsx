import { useSyncExternalStore } from "react";
import { reachability } from "./reachability.ts";
import { Problem } from "./text.tsx";

/**
 * Shows, before anything is typed, that the following can't be done now; nothing while the server can be reached.
 * @param what as the beginning of a sentence: "A new notebook"
 */
export function NeedsConnection({ what }: { what: string }) {
  const isLost = useSyncExternalStore(reachability.subscribe, reachability.isLost);
  return isLost ? (
    <Problem data-connection="lost">{what} needs a connection, and there is none now.</Problem>
  ) : null;
}
