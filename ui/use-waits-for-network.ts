import { useEffect, useState } from "react";
import { useIsUnreachable } from "./use-is-unreachable.ts";

/** A shorter gap isn't shown. */
const QUIET_MS = 600;

/** Whether work in progress (`isGoing`) waits because the server is unreachable. */
export function useWaitsForNetwork(isGoing: boolean): boolean {
  const isStuck = useIsUnreachable() && isGoing;
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    setIsLate(false);
    if (!isStuck) return;
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isStuck]);
  return isStuck && isLate;
}
