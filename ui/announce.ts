let text = "";
const listeners = new Set<() => void>();

/** What screen readers announce next, for `useSyncExternalStore`; in a live region that is there from the start. */
export const announcement = {
  get: () => text,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Has screen readers announce the result of a press that only the look of the page shows. */
export function announce(message: string): void {
  // The same words a second time are announced only when the region changes.
  text = message === text ? `${message}\u00a0` : message;
  for (const listener of listeners) listener();
}
