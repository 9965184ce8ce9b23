import { createHash, randomBytes } from "node:crypto";
import { abortAfter, systemClock } from "../clock.ts";
import { readNetworks } from "../outgoing/networks.ts";
import { readmit } from "./account_deletion.ts";
import type { AuthParts, AuthProvider } from "./auth_provider.ts";
import { createCookieJar } from "./cookies.ts";
import { createOidcSession, deleteOidcSession, recordEvent } from "./data.ts";
import { AuthFailure } from "./failure.ts";
import { createIssuerFetch, type IssuerFetch } from "./issuer_fetch.ts";
import { NEW_TOKEN_PATH } from "./new_access_token.ts";
import { CALLBACK_PATH, createAttempts, getSafeReturnPath } from "./oidc_attempt.ts";
import {
  createAttempt,
  isStateOfConfirmation,
  type OidcSettings,
  refreshTokens,
  type SignInAttempt,
  type Tokens,
} from "./oidc_client.ts";
import { createConfirmation, LATE_PATH } from "./oidc_confirmation.ts";
import { createTokenRenewal, getTokenEnd } from "./oidc_renewal.ts";
import { createInvalidOriginError, getOwnOrigins } from "./origins.ts";
import { createKeyed } from "./proof.ts";
import { createDiscoveredKeys, discover } from "./remote_keys.ts";
import { deriveKey, seal, unseal } from "./secrets.ts";
import { createVerifier } from "./verifier.ts";

const START_PATH = "/api/auth/oidc/start";
const CONFIRM_PATH = "/api/auth/oidc/confirm";
const CONFIRMATION_PATH = "/api/auth/confirmation";
const SESSION_COOKIE = "oidc_session";
/** For an answer to a request for tokens. */
const ANSWER_WITHIN_MS = 10_000;
const SESSION_SECONDS = 14 * 24 * 3600;

/**
 * Sign-in at an OpenID Connect issuer (authorization code with PKCE, OpenID Connect Core 1.0, 3.1). The server
 * exchanges the code, so that a client secret can be used and refresh tokens never reach a script; the browser has a
 * cookie and asks `GET /api/auth/token`, as with the embedded sign-in.
 */
export function createOidcProvider(parts: AuthParts, settings: OidcSettings): AuthProvider {
  const { config, database, secret, log, rooms, clock = systemClock } = parts;
  const { issuer, clientId, audience } = settings;
  const { db } = database;
  const metadata = discover(issuer);
  const fetchIssuer = createIssuerFetch(issuer, { listed: readNetworks(config.outgoing.allow)! });
  const requestTokens: IssuerFetch = (url, init) =>
    fetchIssuer(url, { ...init, signal: abortAfter(clock, ANSWER_WITHIN_MS) });
  const keys = createDiscoveredKeys(metadata, fetchIssuer);
  const verifyIdToken = createVerifier({ issuer, audience: clientId, keys, clock });
  // With a configured audience the issuer's access token identifies the person, else the ID token.
  const verifyToken = audience ? createVerifier({ issuer, audience, keys, clock }) : verifyIdToken;
  const getBearer = ({ idToken, accessToken }: Tokens) => (audience ? (accessToken ?? "") : idToken);
  const encryptionKey = deriveKey(secret, "oidc sessions");
  const cookies = createCookieJar(config.baseUrl);
  const sealTokens = (tokens: Tokens) => seal(encryptionKey, tokens);
  const unsealTokens = (sealed: string) => unseal<Tokens>(encryptionKey, sealed);
  const currentTokens = createTokenRenewal({
    db,
    log,
    clock,
    endsAt: (tokens) => getTokenEnd(getBearer(tokens)),
    seal: sealTokens,
    unseal: unsealTokens,
    refresh: async (held) => refreshTokens(await metadata(), settings, requestTokens, held),
  });

  const attempts = createAttempts({
    config,
    settings,
    metadata,
    requestTokens,
    clock,
    verify: async (tokens) => {
      await verifyIdToken(tokens.idToken);
      await verifyToken(getBearer(tokens));
    },
    seal: (attempt) => seal(encryptionKey, attempt),
    unseal: (sealed) => unseal<SignInAttempt>(encryptionKey, sealed),
  });
  const getSessionId = (request: Request): string | null => {
    const cookie = cookies.read(request, SESSION_COOKIE);
    return cookie ? hash(cookie) : null;
  };
  const confirmation = createConfirmation({
    db,
    log,
    rooms,
    clock,
    keyed: createKeyed(secret),
    baseUrl: config.baseUrl,
    attempts,
    sessionIdOf: getSessionId,
    seal: sealTokens,
    unseal: unsealTokens,
  });

  const startSignIn = (url: URL) =>
    attempts.begin(createAttempt(getSafeReturnPath(url.searchParams.get("returnTo")), clock.now()));

  async function finish(request: Request, url: URL): Promise<Response> {
    const attempt = attempts.of(request, url);
    if (attempt) {
      const { confirms } = attempt;
      return confirms ? confirmation.finish(request, url, attempt, confirms) : finishSignIn(attempt, url);
    }
    // It took too long, or comes a second time.
    if (isStateOfConfirmation(url.searchParams.get("state"))) return attempts.leave(LATE_PATH);
    throw new AuthFailure("refused", "state");
  }

  async function finishSignIn(attempt: SignInAttempt, url: URL): Promise<Response> {
    const { tokens, claims } = await attempts.redeem(attempt, url);
    const subject = claims.sub!;
    await readmit(db, subject);
    const cookie = randomBytes(32).toString("base64url");
    await createOidcSession(db, {
      id: hash(cookie),
      subject,
      sealed: sealTokens(tokens),
      seconds: SESSION_SECONDS,
    });
    await recordEvent(db, {
      type: "account.signedIn",
      authUserId: subject,
      details: { method: "openid connect" },
    });
    return attempts.leave(attempt.returnTo, [cookies.write(SESSION_COOKIE, cookie, SESSION_SECONDS)]);
  }

  /** Responds 401 when the session is over, 503 when it may exist but the issuer can't be reached. */
  async function token(request: Request): Promise<Response> {
    const sessionId = getSessionId(request);
    const tokens = sessionId ? await currentTokens(sessionId) : null;
    if (tokens === "unavailable") {
      return Response.json({ token: null }, { status: 503, headers: { "Retry-After": "2" } });
    }
    return tokens
      ? Response.json({ token: getBearer(tokens) })
      : Response.json({ token: null }, { status: 401 });
  }

  async function signOut(request: Request): Promise<Response> {
    const sessionId = getSessionId(request);
    const ended = sessionId ? await deleteOidcSession(db, sessionId) : null;
    if (ended) await recordEvent(db, { type: "account.signedOut", authUserId: ended.subject });
    const { end_session_endpoint: farewell } = await metadata().catch(() => ({
      end_session_endpoint: undefined,
    }));
    const url = farewell ? new URL(farewell) : null;
    url?.searchParams.set("client_id", clientId);
    url?.searchParams.set("post_logout_redirect_uri", `${config.baseUrl}/`);
    const headers = { "Set-Cookie": cookies.write(SESSION_COOKIE, "", 0) };
    return Response.json({ success: true, url: url?.toString() ?? null }, { headers });
  }

  /** Whether a page of another site sends a request: with this browser's cookie. */
  const isForeign = (request: Request) =>
    !getOwnOrigins(config).includes(request.headers.get("origin") ?? config.baseUrl);

  const routes: Record<string, (request: Request, url: URL) => Promise<Response>> = {
    [`GET ${START_PATH}`]: (_, url) => startSignIn(url),
    [`GET ${CONFIRM_PATH}`]: confirmation.start,
    [`GET ${CALLBACK_PATH}`]: finish,
    [`GET ${CONFIRMATION_PATH}`]: confirmation.read,
    [`POST ${CONFIRMATION_PATH}`]: confirmation.prove,
    [`POST /api/auth${NEW_TOKEN_PATH}`]: confirmation.makeToken,
    "POST /api/auth/delete-user": confirmation.deleteAccount,
    "GET /api/auth/token": token,
    "POST /api/auth/sign-out": signOut,
  };

  return {
    verifyToken,
    async handle(request) {
      const url = new URL(request.url);
      const route = routes[`${request.method} ${url.pathname}`];
      if (!route) return new Response("Not Found", { status: 404 });
      if (request.method === "POST" && isForeign(request))
        return Response.json({ message: createInvalidOriginError(config.baseUrl) }, { status: 403 });
      const response = await route(request, url).catch((error: unknown) => {
        if (!(error instanceof AuthFailure)) throw error;
        log.warn({ part: "sign-in", code: error.code, claim: error.claim }, error.message);
        const reason = error.code === "unavailable" ? "unavailable" : "refused";
        return attempts.leave(`/sign-in?error=${reason}`);
      });
      response.headers.set("Cache-Control", "no-store");
      return response;
    },
    clientSettings: { provider: "oidc", issuer, clientId, startPath: START_PATH, confirmPath: CONFIRM_PATH },
  };
}

const hash = (cookie: string) => createHash("sha256").update(cookie).digest("base64url");
