import { type CryptoKey, errors, importJWK, type JWTVerifyGetKey } from "jose";
import type { Database } from "../db/database.ts";
import { listKeys } from "./data.ts";

const ASK_AGAIN_AFTER_MS = 1_000;
const KEEP_MS = 10 * 60_000;

/**
 * The embedded sign-in's own keys, read from its table instead of over HTTP and kept for ten minutes.
 * An unknown key id reads again (another node may have made the key a moment ago), at most once a
 * second, so that invented ids cost nothing.
 */
export function localKeys(db: Database["db"], now: () => number = Date.now): JWTVerifyGetKey {
  let keys = new Map<string, CryptoKey>();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;

  const read = async () => {
    const found = await listKeys(db);
    const imported = await Promise.all(found.map(({ jwk }) => importJWK(jwk, "EdDSA") as Promise<CryptoKey>));
    keys = new Map(found.map(({ kid }, index) => [kid, imported[index]!]));
    readAt = now();
  };
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };

  return async ({ kid = "" }) => {
    const age = now() - readAt;
    if (age > KEEP_MS || (!keys.has(kid) && age > ASK_AGAIN_AFTER_MS)) await refresh();
    const key = keys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}
