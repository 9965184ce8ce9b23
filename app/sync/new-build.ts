const RELOADED_FOR = "carediary.reloaded-for";

/** The build that this page runs: the address of its entry script, as the server names its own. Null in development and without a page. */
const ownBuild =
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

/** Notes which build the server gives out, as `/api/settings` says. */
export function noteBuild(build: string | null | undefined): void {
  if (!ownBuild || !build || build === newest) return;
  newest = build;
  for (const listener of listeners) listener();
}

/**
 * Loads the page anew when a part of it is gone because of a newer build: once for each build, and only when nobody is
 * asked whether to leave, so that nothing unsaved goes with it. Drafts are kept as the page goes.
 */
export function reloadOnce(): void {
  if (!newBuild.isThere() || sessionStorage.getItem(RELOADED_FOR) === newest) return;
  const leaving = new Event("beforeunload", { cancelable: true });
  window.dispatchEvent(leaving);
  if (leaving.defaultPrevented) return;
  sessionStorage.setItem(RELOADED_FOR, newest!);
  window.location.reload();
}
