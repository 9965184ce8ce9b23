import {
  forgetSettings,
  forgetTexts,
  getBrowserOwner,
  getStoredPerson,
  OWNER,
  readStored,
  SIGNED_IN,
  storePerson,
  writeStored,
} from "../../lib/browser-store.ts";
import type { AuthState, AuthUser } from "./auth-client.ts";
import { setPendingLock } from "./pending-lock.ts";
import { runSignOutCleanup } from "./sign-out-cleanup.ts";

/** As storage events name {@link SIGNED_IN}. */
const HINT = `carediary.${SIGNED_IN}`;

function storedHint(): string | null {
  try {
    return localStorage.getItem(HINT);
  } catch {
    return null;
  }
}

/** True when a user was signed in when this browser was last used; only a hint for the order of loading. */
export const wasSignedIn = (): boolean => storedHint() !== null;

/**
 * Holds an {@link AuthState}, notifies its listeners, and stores the hint of {@link wasSignedIn}. It makes sure that no
 * data of one user is sent or offered as another. When a session ends, in any tab, all of the user's work in this page
 * is stopped; unsent data stays in this browser under their id (docs/how/the-end-of-a-session.md). Only leaving removes it. A page
 * serves one session: the next one begins with a reload.
 */
export function createAuthStore() {
  let state: AuthState = { status: "loading", user: null };
  let signOuts = 0;
  let hasServed = false;
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

  /** The session is over, but the user hasn't left. */
  function ended() {
    signOuts++;
    const id = state.user?.id ?? storedHint();
    // Also for a user whose session has ended since: the connection was opened before the server was asked.
    runSignOutCleanup();
    set({ status: "signedOut", user: null });
    if (id !== null) forgetRead(id);
  }

  /** The user leaves this browser, and none of their data stays in it. Resolves when all of it is gone. */
  async function left() {
    const id = state.user?.id ?? getBrowserOwner();
    const { userId } = id === null ? {} : getStoredPerson(id);
    // Stops pending writes to the storage.
    runSignOutCleanup();
    if (id !== null) forgetTexts(id);
    // Before the hint: other tabs look who has left.
    forgetSettings();
    ended();
    if (id !== null)
      await import("./kept-things.ts")
        .then(({ forgetFilesAndAnswers }) => forgetFilesAndAnswers(id, userId))
        .catch((error: unknown) => console.error("Not all could be forgotten", error));
  }

  /** True for a person other than the one signed in on this page. */
  const isOtherUser = (id: string) => state.status === "signedIn" && state.user.id !== id;

  function reload() {
    runSignOutCleanup();
    window.location.reload();
  }

  window.addEventListener("storage", ({ key, newValue }) => {
    // Clearing the whole storage sends an event without a key.
    if (key !== HINT && key !== null) return;
    if (newValue === null) {
      signOuts++;
      if (state.status !== "signedIn") return;
      const { id } = state.user;
      ended();
      // They have left in the other tab; this one has just kept its drafts.
      if (getBrowserOwner() === null) forgetTexts(id);
    } else if (isOtherUser(newValue) || state.status === "signedOut") reload();
  });

  return {
    getState: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** False when the page is about to reload: it has served another person, or a session that has ended. */
    signedIn(user: AuthUser): boolean {
      if (isOtherUser(user.id) || (hasServed && state.status === "signedOut")) {
        reload();
        return false;
      }
      hasServed = true;
      const before = getBrowserOwner() ?? storedHint();
      if (before !== null && before !== user.id) {
        forgetSettings();
        lock(before);
      } else lockUnfinished();
      writeStored(OWNER, user.id);
      storePerson(user.id, { name: user.name || user.email, email: user.email });
      set({ status: "signedIn", user });
      return true;
    },
    /** Starts as the person who was signed in here last: the server doesn't answer yet, and decides when it does. */
    resume() {
      const id = getBrowserOwner();
      if (state.status !== "loading" || id === null || storedHint() !== id) return;
      const { name, email } = getStoredPerson(id);
      if (email !== undefined) set({ status: "signedIn", user: { id, email, name: name ?? email } });
    },
    ended,
    left,
    /** The number of sign-outs since the page was loaded; a token requested before one belongs to that user. */
    signOutCount: () => signOuts,
  };
}

/** Removes what a person has read from this browser, with their session or where the operator forbids it. */
export function forgetRead(personId: string): void {
  import("../sync/kept/kept-results.ts")
    .then(({ forgetResults }) => forgetResults(personId))
    .catch((error: unknown) => console.error("What was read could not be forgotten", error));
}

/** Under this key is the person whose rows without an owner aren't locked yet: a page may be left before they are. */
const LOCKING = "locking";

/** Data of another user in this browser stays theirs. Texts and files are stored by user already. */
function lock(personId: string): void {
  writeStored(LOCKING, personId);
  const locking = import("./kept-things.ts")
    .then(({ lockKept }) => lockKept(personId))
    .then(() => writeStored(LOCKING, null))
    .catch((error: unknown) => console.error("Answers of the former person could not be locked", error));
  setPendingLock(locking);
}

function lockUnfinished(): void {
  const personId = readStored<string>(LOCKING);
  if (personId !== null) lock(personId);
}
