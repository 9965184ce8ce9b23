import { useConvexConnectionState } from "convex/react";
import { useEffect, useState } from "react";
import { unsavedChanges } from "./convex-client.ts";
import styles from "./offline-banner.module.css";

const QUIET_MS = 2000;

/** Says "Reconnecting…" once the connection has been away for 2 s; short gaps pass unseen. */
export function OfflineBanner() {
  const { isWebSocketConnected } = useConvexConnectionState();
  const [isLate, setIsLate] = useState(false);

  useEffect(() => {
    setIsLate(false);
    if (isWebSocketConnected) return;
    const timer = setTimeout(() => setIsLate(true), QUIET_MS);
    return () => clearTimeout(timer);
  }, [isWebSocketConnected]);

  const shown = isLate && !isWebSocketConnected;
  return (
    <div role="status" className={shown ? styles.banner : undefined}>
      {shown && (
        <>
          Reconnecting…{" "}
          {unsavedChanges() > 0
            ? "Your changes are kept here and will be sent."
            : "You can go on; nothing you write is lost."}
        </>
      )}
    </div>
  );
}
