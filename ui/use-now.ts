import { useEffect, useState } from "react";

/** The present, epoch ms, renewed each minute so that "5 minutes ago" doesn't stand still. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  // Something newer than the last tick isn't in the future.
  return Math.max(now, Date.now());
}
