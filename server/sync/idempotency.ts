import { CareError } from "../../lib/errors.ts";
import type { Identity } from "../auth/identity.ts";
import { computeFingerprint, computeHash } from "./fingerprint.ts";
import { getCallerKey } from "./mutations.ts";
import type { RequestKey } from "./requests.ts";

/** Printable ASCII. */
const FORM = /^[ -~]{1,255}$/;

/**
 * The request that an `Idempotency-Key` identifies: the caller and the key are its id, the function and its arguments
 * its content. So HTTP and the sync protocol store outcomes in one place and in one way.
 * @throws CareError for an invalid key
 */
export function requestOfKey(
  key: string,
  { name, args, identity }: { name: string; args: Record<string, unknown>; identity: Identity },
): RequestKey {
  if (!FORM.test(key))
    throw new CareError("invalid", { english: "An Idempotency-Key has from 1 to 255 characters of ASCII" });
  const id = computeHash("idempotency key", getCallerKey(identity), key);
  return {
    // Version 8 of UUIDs, so that it is never the session of a client, which is of version 4.
    sessionId: id.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-8$3-8$4-$5"),
    requestId: 0,
    fingerprint: computeFingerprint(name, args),
  };
}
