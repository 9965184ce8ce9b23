import { useEffect } from "react";
import { getStoredPerson } from "../../lib/browser-store.ts";
import { mayLeave } from "../sync/new-build.ts";

/** A locked app that was out of sight for so long asks again, ms. */
const AWAY_MS = 5 * 60_000;

/** Loads the page anew after a while out of sight, so that a locked app is locked again. Not while that would lose something. */
export function useLockAgain(personId: string): void {
  useEffect(() => {
    let hiddenAt: number | null = null;
    const look = () => {
      if (document.visibilityState === "hidden") {
        hiddenAt ??= Date.now();
        return;
      }
      const wasAway = hiddenAt !== null && Date.now() - hiddenAt >= AWAY_MS;
      hiddenAt = null;
      if (!wasAway || getStoredPerson(personId).lock === undefined || !mayLeave()) return;
      document.body.hidden = true;
      window.location.reload();
    };
    document.addEventListener("visibilitychange", look);
    return () => document.removeEventListener("visibilitychange", look);
  }, [personId]);
}
