/** The signed-in person as the sign-in provider knows them. `id` is the token's subject. */
export type AuthUser = { id: string; email: string; name: string };

export type AuthState =
  | { status: "loading"; user: null }
  | { status: "signedOut"; user: null }
  | { status: "signedIn"; user: AuthUser };

/**
 * What the program needs of a sign-in provider. One implementation a provider; the rest of the client
 * doesn't know which one is behind it.
 */
export interface AuthClient {
  readonly provider: "embedded" | "oidc" | "clerk";
  /** The present state; the same object until something changes (for `useSyncExternalStore`). */
  getState(): AuthState;
  subscribe(listener: () => void): () => void;
  /**
   * A JWT for the sync socket, or null when the session is over. While the network is away the
   * promise waits: a lost connection must never look like a sign-out.
   */
  fetchToken(options: { forceRefreshToken: boolean }): Promise<string | null>;
  /** Looks again whether somebody is signed in, e.g. after a sign-in form has succeeded. */
  refresh(): Promise<void>;
  /** Leaves for the provider's own sign-in; absent where our own screens do it. */
  startSignIn?(returnTo: string): void;
  /** Draws the provider's own form into an element; returns how to take it away again. */
  mountForm?(element: HTMLElement, form: "sign-in" | "sign-up", returnTo: string): () => void;
  signOut(): Promise<void>;
}
