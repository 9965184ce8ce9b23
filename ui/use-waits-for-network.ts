import { useEffect, useState } from "react";
import { useIsAway } from "./use-is-away.ts";

/** A short gap passes unseen. */
const QUIET_MS = 600;

/** Whether work that `isGoing` on waits because the server is out of reach. */
export function useWaitsForNetwork(isGoing: boolean): boolean {
  const isStuck = useIsAway() && isGoing;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isStuck) return;
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isStuck]);
  return isStuck && isLate;
}
