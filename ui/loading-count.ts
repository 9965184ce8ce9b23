import { useEffect } from "react";

let count = 0;
const listeners = new Set<() => void>();

/** Whether a part of the page shows that it loads. */
export const isLoading = (): boolean => count > 0;

/** Counts the calling component as a part that loads, while it is shown. */
export function useIsLoading(): void {
  useEffect(() => {
    count++;
    return () => {
      count--;
      if (count > 0) return;
      for (const listener of listeners) listener();
      listeners.clear();
    };
  }, []);
}

/** Resolves when no part of the page loads any more. */
export const waitUntilLoaded = (): Promise<void> =>
  new Promise((resolve) => {
    if (isLoading()) listeners.add(resolve);
    else resolve();
  });
