import { CLIENT_VERSION } from "../../lib/client-version.ts";
import type { ClientSettings } from "../settings.ts";

const RELOADED_FOR = "carediary.reloaded-for";

/**
 * The build that this page runs: the address of its entry script, which the server uses to identify builds. Null in
 * development and without a page.
 */
export const ownBuild =
  globalThis.document?.querySelector('script[type="module"][src^="/assets/"]')?.getAttribute("src") ?? null;

let newest: string | null = ownBuild;
const listeners = new Set<() => void>();

/** Whether the server has a newer build than this page; for `useSyncExternalStore`. */
export const newBuild = {
  isThere: () => newest !== ownBuild,
  subscribe(listener: () => void) {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
};

/** Records what the server serves, from `/api/settings`. A client that it no longer works with reloads. */
export function recordServerBuild({ build, minClient = 0 }: Partial<ClientSettings>): void {
  if (!ownBuild || !build) return;
  if (build !== newest) {
    newest = build;
    for (const listener of listeners) listener();
  }
  if (minClient > CLIENT_VERSION) reloadOnce();
}

/** Whether nothing would be lost with the page. Drafts are stored when it unloads. */
export function mayLeave(): boolean {
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  return !leaving.defaultPrevented;
}

/**
 * Reloads the page when a part of it is gone because of a newer build: once per build, and only when no unsaved
 * changes would be lost.
 */
export function reloadOnce(): void {
  if (!newBuild.isThere() || sessionStorage.getItem(RELOADED_FOR) === newest || !mayLeave()) return;
  sessionStorage.setItem(RELOADED_FOR, newest!);
  window.location.reload();
}
