import { useRouter } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { runAfterLayersClosed } from "./history-layers.ts";

type Leaving = {
  /** Whether the next page is the current one with another address, e.g. with the short form of an id. */
  isSameRoute: boolean;
  isSamePath: boolean;
  isReplacement: boolean;
};

/**
 * Keeps a page from being left while `shouldAsk` returns true: `isQuestionOpen` means that a question has to be shown,
 * `leave` and `stay` answer it. `isBusy` decides whether the browser asks before the tab closes or reloads.
 */
export function useLeaveQuestion(shouldAsk: (leaving: Leaving) => boolean, isBusy: () => boolean) {
  const router = useRouter();
  const latest = useRef({ shouldAsk, isBusy });
  latest.current = { shouldAsk, isBusy };
  const [go, setGo] = useState<(() => void) | null>(null);

  useEffect(() => {
    const { history } = router;
    const getRoute = (pathname: string) => router.getMatchedRoutes(pathname)[2]?.id;
    return history.block({
      blockerFn: ({ currentLocation: current, nextLocation: next, action }) => {
        const asks = latest.current.shouldAsk({
          isSameRoute: getRoute(current.pathname) === getRoute(next.pathname),
          isSamePath: current.pathname === next.pathname,
          isReplacement: action === "REPLACE",
        });
        if (!asks) return false;
        const steps = next.state.__TSR_index - current.state.__TSR_index;
        const ignoring = { ignoreBlocker: true };
        const leave = () => {
          if (action === "PUSH") history.push(next.href, next.state, ignoring);
          else if (action === "REPLACE") history.replace(next.href, next.state, ignoring);
          else history.go(steps, ignoring);
        };
        // Only after the router has returned to this page: the question has its own entry in the history.
        setTimeout(() => setGo(() => leave));
        return true;
      },
      enableBeforeUnload: () => latest.current.isBusy(),
    });
  }, [router]);

  return {
    isQuestionOpen: go !== null,
    stay: () => setGo(null),
    leave: () => {
      setGo(null);
      if (go) runAfterLayersClosed(go);
    },
  };
}
