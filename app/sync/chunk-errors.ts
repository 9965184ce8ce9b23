import { t } from "../../lib/words/t.ts";
import { checkServer } from "./check-server.ts";

const chunkErrors = new WeakSet<object>();

/** Whether rendering failed because a part of the app couldn't be fetched. */
export const isChunkError = (error: unknown): boolean =>
  typeof error === "object" && error !== null && chunkErrors.has(error);

/**
 * Replaces the error for a part of the app that can't be fetched by a message for people, and asks the server whether
 * it has a newer build, which has replaced the part. Call it before the first part is fetched.
 */
export function watchChunkErrors(): void {
  window.addEventListener("vite:preloadError", ({ payload }) => {
    console.error("A part of the page could not be fetched", payload);
    // With the usual message the router would recognise the error and reload the page at once, even offline.
    Object.defineProperty(payload, "message", { value: t("start.partMissing") });
    chunkErrors.add(payload);
    void checkServer();
  });
}
