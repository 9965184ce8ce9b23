import { waitForSession } from "../../lib/session-lock.ts";
import { reachability } from "../../ui/reachability.ts";
import { UNANSWERED_MS } from "../sync/kept/limits.ts";
import type { AuthClient } from "./auth-client.ts";
import { createAuthStore, wasSignedIn } from "./auth-store.ts";
import { hasEarlyToken, takeEarlyToken } from "./early-token.ts";
import { fetchWithRetry } from "./fetch-with-retry.ts";
import { getUserFromToken } from "./token-claims.ts";

type CookieAuthOptions =
  | { provider: "embedded" }
  | {
      provider: "oidc";
      /** The path on this server that redirects to the issuer and returns with a session. */
      startPath: string;
    };

/**
 * Sign-in with a session cookie of this server: the embedded one, and an OpenID issuer behind it. Contains only the
 * code that every page needs, by plain `fetch`; the forms load Better Auth's own client.
 */
export function createCookieAuth(options: CookieAuthOptions): AuthClient {
  const store = createAuthStore();
  let firstToken: string | null = null;

  /** A new token; null when there is no session, or when the person signed out before the token arrived. */
  async function requestToken(): Promise<string | null> {
    const before = store.signOutCount();
    let response = (await takeEarlyToken()) ?? (await fetchWithRetry("/api/auth/token"));
    if (!response.ok) {
      // A new password replaces the session: the request may have carried the old cookie.
      await waitForSession();
      response = await fetchWithRetry("/api/auth/token");
    }
    if (!response.ok) return null;
    const body: { token?: string | null } = await response.json();
    return store.signOutCount() === before ? (body.token ?? null) : null;
  }

  /**
   * False when the server answers that there is no session; asked first, because a failed token request would show an
   * error in the console.
   */
  async function mayHaveToken(): Promise<boolean> {
    if (options.provider !== "embedded" || wasSignedIn() || (await hasEarlyToken())) return true;
    const response = await fetchWithRetry("/api/auth/get-session");
    return response.ok && (await response.json()) !== null;
  }

  async function refresh() {
    firstToken = (await mayHaveToken()) ? await requestToken() : null;
    if (firstToken) setUserFromToken(firstToken);
    else store.ended();
  }

  /** Sets the signed-in user from a token. False when the page reloads for another user. */
  function setUserFromToken(token: string): boolean {
    const user = getUserFromToken(token);
    if (user) return store.signedIn(user);
    store.ended();
    return true;
  }

  async function signOut({ isForOther = false } = {}) {
    const response = await fetch("/api/auth/sign-out", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: "{}",
    });
    if (!response.ok) throw new Error(`Sign-out answered ${response.status}`);
    if (isForOther) store.ended();
    else await store.left();
    const { url }: { url?: string | null } = await response.json().catch(() => ({}));
    if (url) window.location.assign(url);
  }

  resumeUnanswered(store.resume);
  void refresh();

  return {
    provider: options.provider,
    getState: store.getState,
    subscribe: store.subscribe,
    refresh,
    async fetchToken({ forceRefreshToken }) {
      const initialToken = firstToken;
      firstToken = null;
      if (initialToken && !forceRefreshToken) return initialToken;
      const token = await requestToken();
      if (!token) store.ended();
      // Another user signed in in another tab: their token must not be used for this user's changes.
      else if (!setUserFromToken(token)) return new Promise<never>(() => {});
      return token;
    },
    startSignIn:
      options.provider === "oidc"
        ? (returnTo) => window.location.assign(`${options.startPath}?${new URLSearchParams({ returnTo })}`)
        : undefined,
    signOut,
    left: store.left,
  };
}

/** Calls `resume` at once without a connection, else when the server can't be reached or hasn't answered for a while. */
function resumeUnanswered(resume: () => void): void {
  if (!navigator.onLine) return resume();
  const stop = reachability.subscribe(() => reachability.isLost() && resume());
  setTimeout(() => {
    stop();
    resume();
  }, UNANSWERED_MS);
}
