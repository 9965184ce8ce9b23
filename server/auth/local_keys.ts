import { type CryptoKey, errors, importJWK, type JWTVerifyGetKey } from "jose";
import { systemClock } from "../clock.ts";
import type { Database } from "../db/database.ts";
import { listKeys } from "./data.ts";

const ASK_AGAIN_AFTER_MS = 1_000;
const KEEP_MS = 10 * 60_000;

/**
 * The public keys of the embedded sign-in, read from its table instead of over HTTP and cached for ten minutes. For
 * an unknown key id the table is read again, because another node may have created the key a moment ago; at most once
 * a second for all callers, so that invented ids cost nothing. A token is refused only after a read that began after
 * the token arrived: a refusal would sign its owner out.
 */
export function createLocalKeys(db: Database["db"], clock = systemClock): JWTVerifyGetKey {
  let keys = new Map<string, CryptoKey>();
  let lastReadAt = Number.NEGATIVE_INFINITY;
  let reads = 0;
  let reading: Promise<void> | null = null;

  const read = async () => {
    const wait = lastReadAt + ASK_AGAIN_AFTER_MS - clock.elapsed();
    if (wait > 0) await clock.sleep(wait);
    reads += 1;
    lastReadAt = clock.elapsed();
    const found = await listKeys(db);
    const imported = await Promise.all(found.map(({ jwk }) => importJWK(jwk, "EdDSA") as Promise<CryptoKey>));
    keys = new Map(found.map(({ kid }, index) => [kid, imported[index]!]));
  };
  const refresh = () => {
    reading ??= read().finally(() => {
      reading = null;
    });
    return reading;
  };

  return async ({ kid = "" }) => {
    const before = reads;
    if (!keys.has(kid) || clock.elapsed() - lastReadAt > KEEP_MS) await refresh();
    // This call joined a read that had already begun, which may have missed the key.
    if (!keys.has(kid) && reads === before) await refresh();
    const key = keys.get(kid);
    if (!key) throw new errors.JWKSNoMatchingKey();
    return key;
  };
}
