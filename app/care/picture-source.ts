import type { FetchPicture } from "../../ui/pictures.tsx";
import type { AuthClient } from "../auth/auth-client.ts";
import { fetchWithRetry } from "../auth/fetch-with-retry.ts";
import { getTokenClaims } from "../auth/token-claims.ts";

/** A token that expires within this time isn't used any more. */
const LEEWAY_MS = 10_000;

/** Fetches pictures from this server as the signed-in person; many pictures share one token. */
export function getPictureSource({ fetchToken }: Pick<AuthClient, "fetchToken">): FetchPicture {
  let token: { text: Promise<string | null>; until: number } | null = null;

  function bearer(forceRefreshToken: boolean): Promise<string | null> {
    if (token && !forceRefreshToken && token.until > Date.now()) return token.text;
    const tokenRequest = { text: fetchToken({ forceRefreshToken }), until: Number.POSITIVE_INFINITY };
    token = tokenRequest;
    void tokenRequest.text.then((text) => {
      const exp = text && getTokenClaims(text)?.exp;
      tokenRequest.until = typeof exp === "number" ? exp * 1000 - LEEWAY_MS : 0;
    });
    return tokenRequest.text;
  }

  async function ask(path: string, forceRefreshToken: boolean) {
    return fetchWithRetry(path, { headers: { authorization: `Bearer ${await bearer(forceRefreshToken)}` } });
  }

  return async (path) => {
    let answer = await ask(path, false);
    if (answer.status === 401) answer = await ask(path, true);
    return answer.ok ? answer.blob() : null;
  };
}
