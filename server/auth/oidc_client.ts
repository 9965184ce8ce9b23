import { createHash, randomBytes } from "node:crypto";
import type { Config } from "../config.ts";
import { OutgoingRefused } from "../outgoing/destination.ts";
import { AuthFailure } from "./failure.ts";
import type { IssuerFetch } from "./issuer_fetch.ts";
import type { IssuerMetadata } from "./remote_keys.ts";

export type OidcSettings = Extract<Config["auth"], { provider: "oidc" }>;

/** The issuer's tokens for one sign-in. */
export type Tokens = { idToken: string; accessToken: string | null; refreshToken: string | null };

/** The state of a sign-in between the redirect to the issuer and the callback. */
export type SignInAttempt = {
  state: string;
  nonce: string;
  verifier: string;
  returnTo: string;
  expiresAt: number;
  /**
   * The session that re-authenticates at the issuer, and the name by which the issuer may know the user; null for an
   * ordinary sign-in.
   */
  confirms: { sessionId: string; subject: string; hint: string | null } | null;
};

const ATTEMPT_MS = 10 * 60_000;

/** Prefix of the state of a confirming sign-in, which identifies it even when it returns too late. */
const CONFIRMS = "again-";
export const isStateOfConfirmation = (state: string | null) => state?.startsWith(CONFIRMS) ?? false;

/** A new attempt with its secrets (RFC 7636 for the verifier); `now` is epoch ms. */
export function createAttempt(
  returnTo: string,
  now: number,
  confirms: SignInAttempt["confirms"] = null,
): SignInAttempt {
  const random = () => randomBytes(32).toString("base64url");
  return {
    state: (confirms ? CONFIRMS : "") + random(),
    nonce: random(),
    verifier: random(),
    returnTo,
    expiresAt: now + ATTEMPT_MS,
    confirms,
  };
}

/**
 * The issuer's address to redirect the browser to: authorization code with PKCE. To confirm a session the issuer asks
 * even users who are signed in there, and returns the time of their sign-in (OpenID Connect Core 1.0, 3.1.2.1).
 */
export function createAuthorizationUrl(
  metadata: IssuerMetadata,
  { clientId, audience }: OidcSettings,
  redirectUri: string,
  { state, nonce, verifier, confirms }: SignInAttempt,
): string {
  const url = new URL(metadata.authorization_endpoint);
  const offline = metadata.scopes_supported?.includes("offline_access");
  const parameters: Record<string, string> = {
    response_type: "code",
    client_id: clientId,
    redirect_uri: redirectUri,
    scope: `openid email profile${offline ? " offline_access" : ""}`,
    state,
    nonce,
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
  };
  if (confirms) {
    Object.assign(parameters, { prompt: "login", max_age: "0" });
    if (confirms.hint) parameters.login_hint = confirms.hint;
  }
  if (audience) Object.assign(parameters, { audience }, getResource(audience));
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.toString();
}

/** Issuers take the audience under either name; `resource` (RFC 8707) must be a URL. */
const getResource = (audience: string | null): { resource?: string } =>
  audience && URL.canParse(audience) ? { resource: audience } : {};

/** Exchanges the authorization code for tokens. Rejects with {@link AuthFailure}. */
export function exchangeCode(
  metadata: IssuerMetadata,
  settings: OidcSettings,
  by: IssuerFetch,
  { code, verifier, redirectUri }: { code: string; verifier: string; redirectUri: string },
): Promise<Tokens> {
  const grant = {
    grant_type: "authorization_code",
    code,
    code_verifier: verifier,
    redirect_uri: redirectUri,
  };
  return requestTokens(metadata, settings, by, grant, null);
}

/**
 * Requests new tokens; a value that the issuer doesn't send again is kept. Rejects with {@link AuthFailure}: `refused`
 * only when the issuer answers that this refresh token is no longer valid (RFC 6749, 5.2, `invalid_grant`). Any other
 * failure, even a wrong client secret, may be temporary and mustn't end the user's session.
 */
export function refreshTokens(
  metadata: IssuerMetadata,
  settings: OidcSettings,
  by: IssuerFetch,
  held: Tokens,
): Promise<Tokens> {
  return requestTokens(
    metadata,
    settings,
    by,
    { grant_type: "refresh_token", refresh_token: held.refreshToken ?? "" },
    held,
  );
}

async function requestTokens(
  metadata: IssuerMetadata,
  { clientId, clientSecret, audience }: OidcSettings,
  by: IssuerFetch,
  grant: Record<string, string>,
  held: Tokens | null,
): Promise<Tokens> {
  const headers: Record<string, string> = { Accept: "application/json" };
  const body = new URLSearchParams({ ...grant, ...getResource(audience), client_id: clientId });
  if (
    clientSecret &&
    metadata.token_endpoint_auth_methods_supported?.includes("client_secret_basic") === false
  ) {
    body.set("client_secret", clientSecret);
  } else if (clientSecret) {
    // RFC 6749, 2.3.1: both parts are form-encoded before they are joined.
    const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`;
    headers.Authorization = `Basic ${Buffer.from(pair).toString("base64")}`;
  }
  const response = await by(metadata.token_endpoint, { method: "POST", headers, body }).catch((error) => {
    // Not a refusal, which would end sessions.
    if (error instanceof OutgoingRefused) throw new AuthFailure("unavailable", "token_endpoint");
    return null;
  });
  if (!response || response.status >= 500) throw new AuthFailure("unavailable");
  const answer = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  const isRefresh = held !== null;
  if (isRefresh && !response.ok && answer.error !== "invalid_grant") {
    throw new AuthFailure("unavailable", String(answer.error ?? response.status).slice(0, 60));
  }
  // A response from something in between, such as a network's sign-in page.
  if (isRefresh && response.ok && typeof (answer.id_token ?? answer.access_token) !== "string") {
    throw new AuthFailure("unavailable", "answer");
  }
  const text = (name: string, before: string | null) =>
    typeof answer[name] === "string" ? answer[name] : before;
  const idToken = text("id_token", held?.idToken ?? null);
  if (!response.ok || idToken === null) throw new AuthFailure("refused", "code");
  return {
    idToken,
    accessToken: text("access_token", held?.accessToken ?? null),
    refreshToken: text("refresh_token", held?.refreshToken ?? null),
  };
}
