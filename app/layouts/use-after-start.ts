import { useRouter } from "@tanstack/react-router";
import { useConvex } from "convex/react";
import { useEffect } from "react";
import { readStored, storedPeople } from "../../lib/browser-store.ts";

/** So long after the start nobody waits for a first screen any more. */
const LATER_MS = 5000;

/**
 * Work of some time after the start: of reminders, only where they are on in this browser or its clock is new, and a notice
 * where other people have something on this device that isn't sent; and what "Write" needs without a connection.
 */
export function useAfterStart(isReady: boolean, myId: string): void {
  const convex = useConvex();
  const router = useRouter();
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => {
      if (storedPeople().some((id) => id !== myId))
        import("./kept-notice.ts").then(({ showKeptNotice }) => showKeptNotice(myId)).catch(console.warn);
      import("../care/ready-offline.ts").then(
        ({ readyOffline }) => readyOffline(convex, router),
        console.warn,
      );
      const isOn = "Notification" in window && Notification.permission === "granted";
      if (!isOn && readStored("clock-of") === Intl.DateTimeFormat().resolvedOptions().timeZone) return;
      import("../../features/notifications/client/after-start.ts")
        .then(({ afterStart }) => afterStart(convex))
        .catch(console.warn);
    }, LATER_MS);
    return () => clearTimeout(timer);
  }, [convex, router, isReady, myId]);
}
