import { useConvex } from "convex/react";
import { useEffect } from "react";
import { getKeptDosesKey } from "../../features/doses/client/kept-doses.ts";
import { readDraft } from "../../ui/draft.ts";
import { useIsUnreachable } from "../../ui/use-is-unreachable.ts";

/**
 * Sends the doses that an earlier page kept without a connection, on any screen where the app is opened. The code for
 * it is loaded only when there are some.
 */
export function useKeptDoses(isReady: boolean): void {
  const convex = useConvex();
  const isUnreachable = useIsUnreachable();
  useEffect(() => {
    if (!isReady || isUnreachable || readDraft(getKeptDosesKey()) === null) return;
    import("../../features/doses/client/waiting-doses.ts").then(
      ({ sendKeptDoses }) => sendKeptDoses(convex),
      // It is tried again at the next connection, and by each page about doses.
      (error: unknown) => console.error("Kept doses could not be sent", error),
    );
  }, [convex, isReady, isUnreachable]);
}
