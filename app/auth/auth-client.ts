/** The signed-in person according to the sign-in provider. `id` is the token's subject. */
export type AuthUser = { id: string; email: string; name: string };

export type AuthState =
  | { status: "loading"; user: null }
  | { status: "signedOut"; user: null }
  | { status: "signedIn"; user: AuthUser };

/**
 * The interface to a sign-in provider, with one implementation per provider; the rest of the client doesn't know
 * which one is used.
 */
export interface AuthClient {
  readonly provider: "embedded" | "oidc" | "clerk";
  /** The current state; the same object until something changes (for `useSyncExternalStore`). */
  getState(): AuthState;
  subscribe(listener: () => void): () => void;
  /**
   * A JWT for the sync socket, or null when the session is over. While offline the promise stays pending: a lost
   * connection must never look like a sign-out.
   */
  fetchToken(options: { forceRefreshToken: boolean }): Promise<string | null>;
  /** Checks again whether a user is signed in, e.g. after a sign-in form has succeeded. */
  refresh(): Promise<void>;
  /** Navigates to the provider's own sign-in page; undefined where our own screens sign in. */
  startSignIn?(returnTo: string): void;
  /** Renders the provider's own form into an element; returns how to remove it. */
  mountForm?(element: HTMLElement, form: "sign-in" | "sign-up", returnTo: string): () => void;
  /** Asks a signed-in user to sign in again, over the page; undefined where pages of their own do that. */
  again?: {
    /** For how many seconds the last sign-in counts as fresh. */
    secondsLeft(): number;
    ask(): Promise<"done" | "closed" | "unavailable">;
    /** A new token of the session, with the age of the user's sign-in. */
    sessionToken(): Promise<string | null>;
  };
  /**
   * The user leaves: the session ends, and this browser forgets their data. `isForOther`: only the session ends, for
   * another account of theirs.
   */
  signOut(options?: { isForOther?: boolean }): Promise<void>;
  /** As `signOut` where the session has ended with the account. */
  left(): Promise<void>;
}
