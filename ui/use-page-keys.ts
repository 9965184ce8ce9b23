import { useLayoutEffect } from "react";

/**
 * Calls back for each key pressed anywhere on the page. It listens before the screen is painted: with an effect that
 * runs afterwards, a key pressed as soon as the screen is seen does nothing.
 */
export function usePageKeys(onKey: (event: KeyboardEvent) => void): void {
  useLayoutEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [onKey]);
}
