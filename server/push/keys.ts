import type { JWK } from "jose";
import type { Kysely } from "kysely";
import { findPushKey, insertPushKey, type StoredPushKey } from "../auth/push_key_data.ts";
import { deriveKey, seal, unseal } from "../auth/secrets.ts";
import type { Tables } from "../db/database.ts";
import { createVapidKey, type VapidKey } from "./vapid.ts";

const sealingKey = (secret: string) => deriveKey(secret, "push key");

/** The stored key; null when it was sealed with another secret. */
export function unsealPushKey({ publicKey, sealed }: StoredPushKey, secret: string): VapidKey | null {
  const privateJwk = unseal<JWK>(sealingKey(secret), sealed);
  return privateJwk && { publicKey, privateJwk };
}

/**
 * This deployment's key for push services. The first start makes it; all nodes share it. Null when the stored one was
 * sealed with another secret: a new one would end the subscriptions of all devices, so only the operator makes one
 * (`npm run admin -- new-push-key`).
 */
export async function openPushKey(db: Kysely<Tables>, secret: string): Promise<VapidKey | null> {
  const stored = await findPushKey(db);
  if (stored) return unsealPushKey(stored, secret);
  const made = await createVapidKey();
  const sealed = seal(sealingKey(secret), made.privateJwk);
  await insertPushKey(db, { publicKey: made.publicKey, sealed });
  // Another node that starts at the same time may have been faster.
  return unsealPushKey((await findPushKey(db))!, secret);
}
