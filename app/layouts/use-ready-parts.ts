import { useEffect } from "react";
import { preloadParts } from "../../ui/lazy-part.tsx";
import { whenIdle } from "../routes/when-idle.ts";

/** The time after opening a screen when it has loaded. */
const LATER_MS = 1500;

/** Loads the dialogs and menus of the screen at this address once it is there and the browser is idle. */
export function useReadyParts(path: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen has other dialogs
  useEffect(() => {
    const timer = setTimeout(() => void preloadParts(whenIdle), LATER_MS);
    return () => clearTimeout(timer);
  }, [path]);
}
