import type { AuthState, AuthUser } from "./auth-client.ts";

const HINT = "carediary.signed-in";

/** True when this browser was signed in when it was last seen; only a hint for what to load first. */
export function wasSignedIn(): boolean {
  try {
    return localStorage.getItem(HINT) === "1";
  } catch {
    return false;
  }
}

/** Holds an {@link AuthState} and tells its listeners; remembers the hint of {@link wasSignedIn}. */
export function createAuthStore() {
  let state: AuthState = { status: "loading", user: null };
  const listeners = new Set<() => void>();

  function set(next: AuthState) {
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    try {
      if (next.status === "signedIn") localStorage.setItem(HINT, "1");
      if (next.status === "signedOut") localStorage.removeItem(HINT);
    } catch {
      // Without storage the hint is missing; everything still works.
    }
    for (const listener of listeners) listener();
  }

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signedIn: (user: AuthUser) => set({ status: "signedIn", user }),
    signedOut: () => set({ status: "signedOut", user: null }),
  };
}
