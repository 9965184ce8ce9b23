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

const macOf = (keyed: Keyed, subject: string, until: number) =>
  keyed("password proof", `${until} ${subject}`).toString("base64url");

/**
 * A text that says for two minutes that somebody has just typed the password of an account. With it a function asks for
 * the password without seeing it.
 * @param now epoch ms
 */
export function passwordProof(keyed: Keyed, subject: string, now: number): string {
  const until = now + PROOF_MS;
  return `${until}.${macOf(keyed, subject, until)}`;
}

/** Whether a text is such a proof of this account, and still holds. */
export function isPasswordProof(keyed: Keyed, proof: string, subject: string, now: number): boolean {
  const [until = "", mac = ""] = proof.split(".");
  if (!/^\d{1,15}$/.test(until) || Number(until) <= now || Number(until) > now + PROOF_MS) return false;
  const expected = Buffer.from(macOf(keyed, subject, Number(until)));
  const given = Buffer.from(mac);
  return given.length === expected.length && timingSafeEqual(given, expected);
}
