import { useConvex } from "convex/react";
import { useEffect } from "react";
import { getKeptDosesKey } from "../../features/doses/client/kept-doses.ts";
import { readDraft } from "../../ui/draft.ts";

/** Moves the doses that an earlier version kept in a list of their own to the other waiting changes. */
export function useKeptDoses(isReady: boolean): void {
  const convex = useConvex();
  useEffect(() => {
    if (!isReady || readDraft(getKeptDosesKey()) === null) return;
    import("../../features/doses/client/move-kept-doses.ts").then(
      ({ moveKeptDoses }) => moveKeptDoses(convex),
      // The next page tries again.
      (error: unknown) => console.error("Kept doses could not be sent", error),
    );
  }, [convex, isReady]);
}
