import { useConvexConnectionState } from "convex/react";
import { useSyncExternalStore } from "react";
import { reachability } from "./reachability.ts";

/** Whether the server is unreachable at the moment. */
export function useIsUnreachable(): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isServerLost = useSyncExternalStore(reachability.subscribe, reachability.isLost);
  return isServerLost || !isWebSocketConnected;
}
