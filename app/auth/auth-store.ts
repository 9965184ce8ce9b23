import { forgetStored } from "../../lib/browser-store.ts";
import type { AuthState, AuthUser } from "./auth-client.ts";
import { personLeaves } from "./person-leaves.ts";

/** Holds the id of who is signed in; other tabs hear when it changes. */
const HINT = "carediary.signed-in";

function hint(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** True when this browser was signed in when it was last seen; only a hint for what to load first. */
export const wasSignedIn = (): boolean => hint() !== null;

/**
 * Holds an {@link AuthState} and tells its listeners; remembers the hint of {@link wasSignedIn}. It sees to it that
 * nothing of one person is sent or offered as another: at a sign-out, in whatever tab, all of the person's work here is
 * stopped and forgotten, and when somebody else is signed in, the page starts afresh.
 */
export function createAuthStore() {
  let state: AuthState = { status: "loading", user: null };
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
    set({ status: "signedOut", user: null });
    if (!wasHere) return;
    personLeaves();
    forgetStored();
  }

  /** True for somebody else than who is signed in at this page. */
  const isOther = (id: string) => state.status === "signedIn" && state.user.id !== id;

  function startAfresh() {
    personLeaves();
    forgetStored(HINT);
    window.location.reload();
  }

  window.addEventListener("storage", ({ key, newValue }) => {
    // A cleared storage comes with no key.
    if (key !== HINT && key !== null) return;
    if (newValue === null) {
      if (state.status === "signedIn") signedOut();
    } else if (isOther(newValue) || state.status === "signedOut") startAfresh();
  });

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** False when it is somebody else than before: then the page is on its way to start afresh. */
    signedIn(user: AuthUser): boolean {
      if (isOther(user.id)) {
        startAfresh();
        return false;
      }
      const before = hint();
      // The former person's browser ended without a sign-out.
      if (before !== null && before !== user.id) forgetStored(HINT);
      set({ status: "signedIn", user });
      return true;
    },
    signedOut,
  };
}
