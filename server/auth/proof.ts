import { createHmac, type KeyObject, timingSafeEqual } from "node:crypto";
import { deriveKey } from "./secrets.ts";

/** Long enough for a form that is sent at once. */
const PROOF_MS = 2 * 60_000;

/** Computes a MAC of a text that nothing outside this server can. */
export type Keyed = (purpose: string, text: string) => Buffer;

export function keyedBy(secret: string): Keyed {
  const keys = new Map<string, KeyObject>();
  return (purpose, text) => {
    const key = keys.get(purpose) ?? deriveKey(secret, purpose);
    keys.set(purpose, key);
    return createHmac("sha256", key).update(text).digest();
  };
}

/** How somebody proved that it is them: by typing the password, or by signing in again at the issuer. */
export type ProvenBy = "password" | "issuer";

/** Who proved it. `sessionId`: the session that the caller's bearer token names; an issuer's tokens name none of ours. */
export type Prover = { subject: string; sessionId?: string | null | undefined };

const macOf = (keyed: Keyed, { subject, sessionId }: Prover, begin: string) =>
  keyed("proof", JSON.stringify([begin, subject, sessionId ?? null])).toString("base64url");

/**
 * A text that says for two minutes that somebody has just proved that it is them. With it a function asks for the
 * password, or for a fresh sign-in, without seeing it.
 * @param now epoch ms
 * @param last when it ends at the latest, epoch ms
 */
export function makeProof(
  keyed: Keyed,
  prover: Prover,
  by: ProvenBy,
  now: number,
  last = Number.POSITIVE_INFINITY,
): string {
  const begin = `${Math.min(now + PROOF_MS, last)}.${by}`;
  return `${begin}.${macOf(keyed, prover, begin)}`;
}

/** How this person proved it, in this session; null for a text that isn't such a proof, or doesn't hold any more. */
export function readProof(keyed: Keyed, proof: string, prover: Prover, now: number): ProvenBy | null {
  const [, begin, until, by, mac] = /^((\d{1,15})\.(password|issuer))\.([\w-]+)$/.exec(proof) ?? [];
  if (!begin || !mac || Number(until) <= now || Number(until) > now + PROOF_MS) return null;
  const expected = Buffer.from(macOf(keyed, prover, begin));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected) ? (by as ProvenBy) : null;
}
