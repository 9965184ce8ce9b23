import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../auth/secrets.ts";

export const UNSUBSCRIBE_PATH = "/api/unsubscribe/";

/**
 * The mails that a link ends: one kind to one user, in one notebook or (null) in all of them; or all invitations to an
 * address that has no account.
 */
export type Unsubscription =
  | { userId: string; kind: string; diaryId: string | null }
  | { addressHash: Buffer };

/**
 * Addresses that end mails with one request, without signing in (RFC 8058). They don't run out: an old mail's link
 * still ends later mails. Nobody can forge or change one. They contain no mail address.
 */
export type UnsubscribeLinks = {
  sign(what: Unsubscription): string;
  /** The mails that a token (the last part of an address) ends; null for a forged or changed one. */
  read(token: string): Unsubscription | null;
};

const MAC_BYTES = 16;
const MAX_TOKEN_LENGTH = 300;

/** The hash under which an address is remembered that wants no mails. The same for all who write to it. */
export const hashOfAddress = (address: string): Buffer =>
  createHash("sha256").update(`address without mails ${address.trim().toLowerCase()}`).digest();

export function createUnsubscribeLinks(secret: string, baseUrl: string): UnsubscribeLinks {
  const key = deriveKey(secret, "unsubscribe links");
  const mac = (text: string) =>
    createHmac("sha256", key).update(text).digest().subarray(0, MAC_BYTES).toString("base64url");
  return {
    sign(what) {
      const fields =
        "addressHash" in what
          ? ["a", what.addressHash.toString("base64url")]
          : ["p", what.userId, what.kind, what.diaryId ?? ""];
      const text = fields.join("~");
      return `${baseUrl}${UNSUBSCRIBE_PATH}${text}~${mac(text)}`;
    },
    read(token) {
      const end = token.lastIndexOf("~");
      if (end < 0 || token.length > MAX_TOKEN_LENGTH) return null;
      const text = token.slice(0, end);
      const [given, expected] = [Buffer.from(token.slice(end + 1)), Buffer.from(mac(text))];
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
      const [type, first = "", kind = "", diaryId = ""] = text.split("~");
      if (type === "a") return { addressHash: Buffer.from(first, "base64url") };
      return { userId: first, kind, diaryId: diaryId || null };
    },
  };
}
