import { createHash, randomBytes } from "node:crypto";
import { decodeJwt } from "jose";
import { readNetworks } from "../outgoing/networks.ts";
import type { AuthParts, AuthProvider } from "./auth_provider.ts";
import { cookieJar } from "./cookies.ts";
import { createOidcSession, deleteOidcSession, recordEvent } from "./data.ts";
import { AuthFailure } from "./failure.ts";
import { issuerFetch } from "./issuer_fetch.ts";
import {
  authorizationUrl,
  exchangeCode,
  newAttempt,
  type OidcSettings,
  refreshTokens,
  type SignInAttempt,
  type Tokens,
} from "./oidc-client.ts";
import { tokenEnd, tokenRenewal } from "./oidc-renewal.ts";
import { invalidOrigin, ownOrigins } from "./origins.ts";
import { discover, discoveredKeys } from "./remote-keys.ts";
import { deriveKey, seal, unseal } from "./secrets.ts";
import { createVerifier } from "./verifier.ts";

const START_PATH = "/api/auth/oidc/start";
const CALLBACK_PATH = "/api/auth/oidc/callback";
const ATTEMPT_COOKIE = "oidc_attempt";
const SESSION_COOKIE = "oidc_session";
const ATTEMPT_SECONDS = 600;
const SESSION_SECONDS = 14 * 24 * 3600;

/**
 * Sign-in at an OpenID Connect issuer (authorization code with PKCE, OpenID Connect Core 1.0, 3.1). The server
 * exchanges the code, so that a client secret can be used and refresh tokens never reach a script; the browser has a
 * cookie and asks `GET /api/auth/token`, as with the embedded sign-in.
 */
export function createOidcProvider(parts: AuthParts, settings: OidcSettings): AuthProvider {
  const { config, database, secret, log } = parts;
  const { issuer, clientId, audience } = settings;
  const { db } = database;
  const metadata = discover(issuer);
  const fetchIssuer = issuerFetch(issuer, { listed: readNetworks(config.outgoing.allow)! });
  const keys = discoveredKeys(metadata, fetchIssuer);
  const verifyIdToken = createVerifier({ issuer, audience: clientId, keys });
  // With a configured audience the issuer's access token identifies the person, else the ID token.
  const verifyToken = audience ? createVerifier({ issuer, audience, keys }) : verifyIdToken;
  const bearerOf = ({ idToken, accessToken }: Tokens) => (audience ? (accessToken ?? "") : idToken);
  const encryptionKey = deriveKey(secret, "oidc sessions");
  const cookies = cookieJar(config.baseUrl);
  const redirectUri = `${config.baseUrl}${CALLBACK_PATH}`;
  const currentTokens = tokenRenewal({
    db,
    log,
    endsAt: (tokens) => tokenEnd(bearerOf(tokens)),
    seal: (tokens) => seal(encryptionKey, tokens),
    unseal: (sealed) => unseal<Tokens>(encryptionKey, sealed),
    refresh: async (held) => refreshTokens(await metadata(), settings, fetchIssuer, held),
  });

  async function startSignIn(url: URL): Promise<Response> {
    const attempt = newAttempt(safeReturnPath(url.searchParams.get("returnTo")), Date.now());
    return redirect(authorizationUrl(await metadata(), settings, redirectUri, attempt), [
      cookies.write(ATTEMPT_COOKIE, seal(encryptionKey, attempt), ATTEMPT_SECONDS),
    ]);
  }

  async function finishSignIn(request: Request, url: URL): Promise<Response> {
    const attempt = unseal<SignInAttempt>(encryptionKey, cookies.read(request, ATTEMPT_COOKIE) ?? "");
    const code = url.searchParams.get("code");
    const from = url.searchParams.get("iss");
    if (!attempt || attempt.expiresAt < Date.now() || attempt.state !== url.searchParams.get("state")) {
      throw new AuthFailure("refused", "state");
    }
    if (!code || (from !== null && from !== issuer)) throw new AuthFailure("refused", "code");
    const tokens = await exchangeCode(await metadata(), settings, fetchIssuer, {
      code,
      verifier: attempt.verifier,
      redirectUri,
    });
    const { subject } = await verifyIdToken(tokens.idToken);
    if (decodeJwt(tokens.idToken).nonce !== attempt.nonce) throw new AuthFailure("refused", "nonce");
    await verifyToken(bearerOf(tokens));
    const cookie = randomBytes(32).toString("base64url");
    await createOidcSession(db, {
      id: hash(cookie),
      subject,
      sealed: seal(encryptionKey, tokens),
      seconds: SESSION_SECONDS,
    });
    await recordEvent(db, {
      type: "account.signedIn",
      authUserId: subject,
      details: { method: "openid connect" },
    });
    return redirect(`${config.baseUrl}${attempt.returnTo}`, [
      cookies.write(SESSION_COOKIE, cookie, SESSION_SECONDS),
      cookies.write(ATTEMPT_COOKIE, "", 0),
    ]);
  }

  /** Responds 401 when the session is over, 503 when it may exist but the issuer can't be reached. */
  async function token(request: Request): Promise<Response> {
    const cookie = cookies.read(request, SESSION_COOKIE);
    const tokens = cookie ? await currentTokens(hash(cookie)) : null;
    if (tokens === "unavailable") {
      return Response.json({ token: null }, { status: 503, headers: { "Retry-After": "2" } });
    }
    return tokens
      ? Response.json({ token: bearerOf(tokens) })
      : Response.json({ token: null }, { status: 401 });
  }

  async function signOut(request: Request): Promise<Response> {
    if (!ownOrigins(config).includes(request.headers.get("origin") ?? config.baseUrl)) {
      return Response.json({ message: invalidOrigin(config.baseUrl) }, { status: 403 });
    }
    const cookie = cookies.read(request, SESSION_COOKIE);
    const ended = cookie ? await deleteOidcSession(db, hash(cookie)) : null;
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

  const routes: Record<string, (request: Request, url: URL) => Promise<Response>> = {
    [`GET ${START_PATH}`]: (_, url) => startSignIn(url),
    [`GET ${CALLBACK_PATH}`]: finishSignIn,
    "GET /api/auth/token": token,
    "POST /api/auth/sign-out": signOut,
  };

  return {
    verifyToken,
    async handle(request) {
      const url = new URL(request.url);
      const route = routes[`${request.method} ${url.pathname}`];
      if (!route) return new Response("Not Found", { status: 404 });
      const response = await route(request, url).catch((error: unknown) => {
        if (!(error instanceof AuthFailure)) throw error;
        log.warn({ part: "sign-in", code: error.code, claim: error.claim }, error.message);
        const reason = error.code === "unavailable" ? "unavailable" : "refused";
        return redirect(`${config.baseUrl}/sign-in?error=${reason}`, [cookies.write(ATTEMPT_COOKIE, "", 0)]);
      });
      response.headers.set("Cache-Control", "no-store");
      return response;
    },
    clientSettings: { provider: "oidc", issuer, clientId, startPath: START_PATH },
  };
}

const hash = (cookie: string) => createHash("sha256").update(cookie).digest("base64url");

/** Accepts only paths of our own to return to; anything else becomes the list of notebooks. */
function safeReturnPath(path: string | null): string {
  return path && /^\/(?![/\\])[^\r\n]*$/.test(path) ? path : "/care";
}

function redirect(location: string, setCookies: string[]): Response {
  const headers = new Headers({ Location: location });
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
