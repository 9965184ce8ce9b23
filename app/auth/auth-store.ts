import { forgetStored } from "../../lib/browser-store.ts";
import type { AuthState, AuthUser } from "./auth-client.ts";
import { runSignOutCleanup } from "./sign-out-cleanup.ts";

/** Storage key of the signed-in person's id; other tabs get an event when it changes. */
const HINT = "carediary.signed-in";

function storedHint(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** True when somebody was signed in when this browser was last used; only a hint for what to load first. */
export const wasSignedIn = (): boolean => storedHint() !== null;

/**
 * Holds an {@link AuthState}, notifies its listeners, and stores the hint of {@link wasSignedIn}. It makes sure that
 * nothing of one person is sent or offered as another: at a sign-out, in any tab, all of the person's work in this
 * page is stopped and its data removed, and when somebody else signs in, the page reloads.
 */
export function createAuthStore() {
  let state: AuthState = { status: "loading", user: null };
  let signOuts = 0;
  const listeners = new Set<() => void>();

  function set(next: AuthState) {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    try {
      if (next.status === "signedIn") localStorage.setItem(HINT, next.user.id);
      if (next.status === "signedOut") localStorage.removeItem(HINT);
    } catch {
      // Without storage the hint is missing; everything still works.
    }
    for (const listener of listeners) listener();
  }

  function signedOut() {
    const wasHere = state.status === "signedIn";
    signOuts++;
    set({ status: "signedOut", user: null });
    // Also for somebody whose session has ended since: the connection was opened before the server was asked.
    runSignOutCleanup();
    if (wasHere) forgetStored();
  }

  /** True for a person other than the one signed in on this page. */
  const isOtherUser = (id: string) => state.status === "signedIn" && state.user.id !== id;

  function reloadForOtherUser() {
    runSignOutCleanup();
    forgetStored(HINT);
    window.location.reload();
  }

  window.addEventListener("storage", ({ key, newValue }) => {
    // Clearing the whole storage sends an event without a key.
    if (key !== HINT && key !== null) return;
    if (newValue === null) {
      signOuts++;
      if (state.status === "signedIn") signedOut();
    } else if (isOtherUser(newValue) || state.status === "signedOut") reloadForOtherUser();
  });

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** False when it is a different person than before: then the page is about to reload. */
    signedIn(user: AuthUser): boolean {
      if (isOtherUser(user.id)) {
        reloadForOtherUser();
        return false;
      }
      const before = storedHint();
      // The browser of the previous person was closed without a sign-out.
      if (before !== null && before !== user.id) forgetStored(HINT);
      set({ status: "signedIn", user });
      return true;
    },
    signedOut,
    /** How often somebody has signed out since the page was loaded; a token requested before that is theirs. */
    signOutCount: () => signOuts,
  };
}
