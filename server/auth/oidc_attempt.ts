import { decodeJwt, type JWTPayload } from "jose";
import type { Clock } from "../clock.ts";
import type { Config } from "../config.ts";
import { createCookieJar } from "./cookies.ts";
import { AuthFailure } from "./failure.ts";
import type { IssuerFetch } from "./issuer_fetch.ts";
import {
  createAuthorizationUrl,
  exchangeCode,
  type OidcSettings,
  type SignInAttempt,
  type Tokens,
} from "./oidc_client.ts";
import type { IssuerMetadata } from "./remote_keys.ts";

export const CALLBACK_PATH = "/api/auth/oidc/callback";
const ATTEMPT_COOKIE = "oidc_attempt";
const ATTEMPT_SECONDS = 600;

type Parts = {
  config: Config;
  settings: OidcSettings;
  metadata: () => Promise<IssuerMetadata>;
  requestTokens: IssuerFetch;
  clock: Clock;
  /** Checks the tokens that a code gave. */
  verify: (tokens: Tokens) => Promise<unknown>;
  seal: (attempt: SignInAttempt) => string;
  unseal: (sealed: string) => SignInAttempt | null;
};

export type Attempts = ReturnType<typeof createAttempts>;

/** The way to the issuer and back: the attempt is kept in a cookie of the browser that began it. */
export function createAttempts(parts: Parts) {
  const { config, settings, metadata, clock, verify, seal, unseal } = parts;
  const cookies = createCookieJar(config.baseUrl);
  const redirectUri = `${config.baseUrl}${CALLBACK_PATH}`;
  /** Forgets the attempt. */
  const forget = () => cookies.write(ATTEMPT_COOKIE, "", 0);
  return {
    /** Redirects to a page of our own, and forgets the attempt. */
    leave: (path: string, setCookies: string[] = []): Response =>
      redirect(`${config.baseUrl}${path}`, [...setCookies, forget()]),

    /** Redirects to the issuer. */
    async begin(attempt: SignInAttempt): Promise<Response> {
      return redirect(createAuthorizationUrl(await metadata(), settings, redirectUri, attempt), [
        cookies.write(ATTEMPT_COOKIE, seal(attempt), ATTEMPT_SECONDS),
      ]);
    },

    /** The attempt that this browser began, for a returning sign-in; null when it isn't known any more. */
    of(request: Request, url: URL): SignInAttempt | null {
      const attempt = unseal(cookies.read(request, ATTEMPT_COOKIE) ?? "");
      return attempt && attempt.expiresAt >= clock.now() && attempt.state === url.searchParams.get("state")
        ? attempt
        : null;
    },

    /** Exchanges the code of a returning sign-in. Rejects with {@link AuthFailure}. */
    async redeem(attempt: SignInAttempt, url: URL): Promise<{ tokens: Tokens; claims: JWTPayload }> {
      const code = url.searchParams.get("code");
      const from = url.searchParams.get("iss");
      if (!code || (from !== null && from !== settings.issuer)) throw new AuthFailure("refused", "code");
      const tokens = await exchangeCode(await metadata(), settings, parts.requestTokens, {
        code,
        verifier: attempt.verifier,
        redirectUri,
      });
      await verify(tokens);
      const claims = decodeJwt(tokens.idToken);
      if (claims.nonce !== attempt.nonce) throw new AuthFailure("refused", "nonce");
      return { tokens, claims };
    },
  };
}

/** Accepts only paths of our own to return to; anything else becomes the list of notebooks. */
export function getSafeReturnPath(path: string | null): string {
  return path && /^\/(?![/\\])[^\r\n]*$/.test(path) ? path : "/care";
}

function redirect(location: string, setCookies: string[]): Response {
  const headers = new Headers({ Location: location });
  for (const cookie of setCookies) headers.append("Set-Cookie", cookie);
  return new Response(null, { status: 302, headers });
}
