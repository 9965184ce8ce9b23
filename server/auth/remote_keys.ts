import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey } from "jose";
import { AuthFailure } from "./failure.ts";
import type { IssuerFetch } from "./issuer_fetch.ts";

const ANSWER_WITHIN_MS = 5_000;
const ASK_AGAIN_AFTER_MS = 30_000;
const KEEP_MS = 10 * 60_000;
const KEEP_WHILE_AWAY_MS = 24 * 3_600_000;

/** The used fields of an issuer's discovery document (OpenID Connect Discovery 1.0, section 3). */
export type IssuerMetadata = {
  issuer: string;
  jwks_uri: string;
  authorization_endpoint: string;
  token_endpoint: string;
  end_session_endpoint?: string;
  scopes_supported?: string[];
  token_endpoint_auth_methods_supported?: string[];
};

/**
 * The issuer's published keys, fetched on first use and again when a token names an unknown key. While the issuer
 * can't be reached, its last keys stay valid for a day.
 * @param by for an address that the operator didn't choose
 */
export function createRemoteKeys(jwksUri: string, by?: IssuerFetch): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(jwksUri), {
    ...(by && { [customFetch]: by }),
    timeoutDuration: ANSWER_WITHIN_MS,
    cooldownDuration: ASK_AGAIN_AFTER_MS,
    cacheMaxAge: KEEP_MS,
  });
  let cached: { keys: JWTVerifyGetKey; at: number } | null = null;
  let failure: { until: number; error: unknown } | null = null;

  /** Uses the cached keys; when they don't help, throws why the issuer couldn't be reached. */
  const fromCached: (error: unknown) => JWTVerifyGetKey = (error) => (header, token) => {
    if (!cached || Date.now() - cached.at > KEEP_WHILE_AWAY_MS) throw error;
    return Promise.resolve(cached.keys(header, token)).catch(() => {
      throw error;
    });
  };

  return async (header, token) => {
    if (failure && Date.now() < failure.until) return fromCached(failure.error)(header, token);
    try {
      const key = await remote(header, token);
      failure = null;
      const published = remote.jwks();
      if (published && Date.now() - (cached?.at ?? 0) > ASK_AGAIN_AFTER_MS) {
        cached = { keys: createLocalJWKSet(published), at: Date.now() };
      }
      return key;
    } catch (error) {
      // The issuer has answered that it has no such key.
      if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
        throw error;
      if (cached) failure = { until: Date.now() + ASK_AGAIN_AFTER_MS, error };
      return fromCached(error)(header, token);
    }
  };
}

/**
 * Fetches the issuer's discovery document once and caches it; after a failure the next call tries again. Rejects with
 * {@link AuthFailure} when it isn't available or names another issuer.
 */
export function discover(issuer: string): () => Promise<IssuerMetadata> {
  let known: Promise<IssuerMetadata> | null = null;
  return () => {
    known ??= fetchMetadata(issuer).catch((error: unknown) => {
      known = null;
      throw error;
    });
    return known;
  };
}

async function fetchMetadata(issuer: string): Promise<IssuerMetadata> {
  const url = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const metadata = await fetch(url, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS), redirect: "error" })
    .then((response) => (response.ok ? (response.json() as Promise<IssuerMetadata>) : null))
    .catch(() => null);
  if (!metadata) throw new AuthFailure("unavailable");
  if (metadata.issuer !== issuer) throw new AuthFailure("refused", "iss");
  for (const name of ADDRESSES) {
    const address = metadata[name];
    if (address === undefined && name === "end_session_endpoint") continue;
    // Browsers are sent to two of them: any other kind of address could be a script.
    if (!URL.canParse(address ?? "") || !/^https?:$/.test(new URL(address!).protocol))
      throw new AuthFailure("refused", name);
  }
  return metadata;
}

const ADDRESSES = ["jwks_uri", "authorization_endpoint", "token_endpoint", "end_session_endpoint"] as const;

/** The keys of an issuer, located by its discovery document. */
export function createDiscoveredKeys(
  metadata: () => Promise<IssuerMetadata>,
  by: IssuerFetch,
): JWTVerifyGetKey {
  let keys: JWTVerifyGetKey | null = null;
  return async (header, token) => {
    keys ??= createRemoteKeys((await metadata()).jwks_uri, by);
    return keys(header, token);
  };
}
