import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { CareError } from "../../lib/errors.ts";
import type { ProofPurpose } from "../../lib/proof-purposes.ts";
import type { Message } from "../../lib/words/message.ts";
import { deriveKey } from "./secrets.ts";

/** Long enough for a form that is sent at once. */
const PROOF_MS = 2 * 60_000;

/** Computes a MAC of a text that nothing outside this server can. */
export type Keyed = (purpose: string, text: string) => Buffer;

export function createKeyed(secret: string): Keyed {
  const keys = new Map<string, KeyObject>();
  return (purpose, text) => {
    const key = keys.get(purpose) ?? deriveKey(secret, purpose);
    keys.set(purpose, key);
    return createHmac("sha256", key).update(text).digest();
  };
}

/** The method of re-authentication: typing the password, or signing in again at the issuer. */
export type ProvenBy = "password" | "issuer";

/**
 * Who re-authenticated. `sessionId`: the session that the caller's bearer token names; an issuer's tokens name none of
 * ours.
 */
export type Prover = { subject: string; sessionId?: string | null | undefined };

const computeMac = (keyed: Keyed, { subject, sessionId }: Prover, purpose: ProofPurpose, begin: string) =>
  keyed("proof", JSON.stringify([begin, subject, sessionId ?? null, purpose])).toString("base64url");

/**
 * A signed text that confirms for two minutes that the user has just re-authenticated for one purpose. With it a
 * function asks for the password, or for a fresh sign-in, without seeing it.
 * @param now epoch ms
 * @param last its latest end, epoch ms
 */
export function makeProof(
  keyed: Keyed,
  prover: Prover,
  purpose: ProofPurpose,
  by: ProvenBy,
  now: number,
  last = Number.POSITIVE_INFINITY,
): string {
  const begin = `${Math.min(now + PROOF_MS, last)}.${by}`;
  return `${begin}.${computeMac(keyed, prover, purpose, begin)}`;
}

/** The re-authentication method of a proof for this user, session and purpose; null for an invalid or expired proof. */
export function readProof(
  keyed: Keyed,
  proof: string,
  prover: Prover,
  purpose: ProofPurpose,
  now: number,
): ProvenBy | null {
  const [, begin, until, by, mac] = /^((\d{1,15})\.(password|issuer))\.([\w-]+)$/.exec(proof) ?? [];
  if (!begin || !mac || Number(until) <= now || Number(until) > now + PROOF_MS) return null;
  const expected = Buffer.from(computeMac(keyed, prover, purpose, begin));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? (by as ProvenBy) : null;
}

/** The message when the user has to re-authenticate. */
export const UNPROVEN = { key: "refusals.unproven" } as const satisfies Message;

/**
 * The method of the caller's re-authentication for this purpose.
 * @throws CareError without one
 */
export function checkProof(
  { keyed }: { keyed: Keyed },
  proof: string,
  prover: Prover,
  purpose: ProofPurpose,
  now: Date,
): ProvenBy {
  const by = readProof(keyed, proof, prover, purpose, now.getTime());
  if (by === null) throw new CareError("invalid", UNPROVEN, { path: "proof" });
  return by;
}
