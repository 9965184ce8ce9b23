import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";

/** A short gap passes unseen. */
const QUIET_MS = 600;

/** Whether work that `isGoing` on waits because the connection is away. */
export function useWaitsForNetwork(isGoing: boolean): boolean {
  const { isWebSocketConnected } = useConvexConnectionState();
  const isStuck = isGoing && !isWebSocketConnected;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isStuck) return;
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isStuck]);
  return isStuck && isLate;
}
