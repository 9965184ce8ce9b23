import { useEffect, useRef } from "react";
import { isPageVisible, onPageVisibility } from "./page-visibility.ts";

/**
 * Calls `then` once the page was in sight for `ms`, anew for each value; not without one. A page that goes out of sight
 * begins anew when it returns.
 */
export function useAfterInSight<Value extends string | number>(
  value: Value | undefined,
  ms: number,
  // biome-ignore lint/suspicious/noConfusingVoidType: its result doesn't matter
  then: (value: Value) => Promise<unknown> | void,
): void {
  const latest = useRef(then);
  latest.current = then;
  useEffect(() => {
    if (value === undefined) return;
    let timer = 0;
    const look = () => {
      clearTimeout(timer);
      if (isPageVisible()) timer = window.setTimeout(() => void latest.current(value), ms);
    };
    look();
    const stop = onPageVisibility(look);
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [value, ms]);
}
