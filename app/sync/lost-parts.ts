import { askServer } from "./ask-server.ts";

/** What people read when a part of the program can't be fetched. */
const LOST_PART = "This part of the page could not be fetched. What you wrote is kept.";

const lost = new WeakSet<object>();

/** Whether drawing failed because a part of the program couldn't be fetched. */
export const isLostPart = (error: unknown): boolean =>
  typeof error === "object" && error !== null && lost.has(error);

/**
 * Gives the failure to fetch a part of the program words for people, and asks the server whether it has a newer version,
 * which has replaced the part. Set up before the first part is fetched.
 */
export function watchLostParts(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    console.error("A part of the page could not be fetched", payload);
    // Known by its usual words, the router would load the page anew at once, without a network to load it by.
    Object.defineProperty(payload, "message", { value: LOST_PART });
    lost.add(payload);
    void askServer();
  });
}
