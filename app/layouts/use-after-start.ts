import { useConvex } from "convex/react";
import { useEffect } from "react";
import { readStored } from "../../lib/browser-store.ts";

/** So long after the start nobody waits for a first screen any more. */
const LATER_MS = 5000;

/** Looks after reminders some time after the start: only where they are on in this browser, or its clock is new. */
export function useAfterStart(isReady: boolean): void {
  const convex = useConvex();
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => {
      const isOn = "Notification" in window && Notification.permission === "granted";
      if (!isOn && readStored("clock-of") === Intl.DateTimeFormat().resolvedOptions().timeZone) return;
      import("../../features/notifications/client/after-start.ts")
        .then(({ afterStart }) => afterStart(convex))
        .catch(console.warn);
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [convex, isReady]);
}
