import { findSmallPicture } from "../../lib/file-paths.ts";
import type { FetchPicture } from "../../ui/pictures.tsx";
import type { AuthClient } from "../auth/auth-client.ts";
import { fetchWithRetry } from "../auth/fetch-with-retry.ts";
import { getTokenClaims } from "../auth/token-claims.ts";
import { getKeptClient } from "../sync/convex-client.ts";

/** A token that expires within this time isn't used any more. */
const LEEWAY_MS = 10_000;

/**
 * Fetches pictures from this server as the signed-in person; many pictures share one token. Small ones of notes are kept
 * on this device, and shown from there when the server doesn't answer.
 */
export function getPictureSource({ fetchToken }: Pick<AuthClient, "fetchToken">): FetchPicture {
  // Of this session: after it nothing is kept.
  const kept = getKeptClient();
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

  async function fetchPicture(path: string, attachmentId: string | null) {
    let answer = await ask(path, false);
    if (answer.status === 401) answer = await ask(path, true);
    if (!answer.ok) return null;
    const picture = await answer.blob();
    // The server marks the pictures of encrypted files.
    const mayStay = answer.headers.get("cache-control") !== "no-store";
    if (attachmentId !== null && mayStay) kept.keepPicture(attachmentId, picture);
    return picture;
  }

  return (path) => {
    const attachmentId = findSmallPicture(path);
    const fetched = fetchPicture(path, attachmentId);
    if (attachmentId === null) return fetched;
    const read = kept.readPicture(attachmentId).then((picture) => picture ?? fetched);
    return Promise.race([fetched, read]);
  };
}
