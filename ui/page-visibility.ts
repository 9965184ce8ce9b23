/** Whether the page is in sight: not in a hidden tab, and the screen is on. */
export const isPageVisible = (): boolean => document.visibilityState === "visible";

/** Calls the listener when the page comes into sight or goes out of it; returns how to stop. */
export function onPageVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
