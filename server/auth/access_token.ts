import { randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashOfSecret } from "./link_token.ts";

/** The prefix of all tokens, so that people and scanners for leaked secrets recognise them. */
const PREFIX = "cd_pat_";
/** Letters and digits alone: a double click selects the whole token. */
const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** How many digits hold 256 bits, and 32. */
const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;

const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A new token of 256 random bits, its stored hash, and its last characters, by which people distinguish tokens. */
export function generateAccessToken(): { token: string; hash: Buffer; hint: string } {
  const secret = inDigits(BigInt(`0x${randomBytes(32).toString("hex")}`), SECRET_LENGTH);
  const token = PREFIX + secret + computeChecksum(secret);
  return { token, hash: hashOfSecret(token), hint: token.slice(-HINT_LENGTH) };
}

/** Whether a bearer token claims to be an access token; other verifiers then ignore it. */
export const isAccessToken = (token: string): boolean => token.startsWith(PREFIX);

/** Whether a text has the form and the checksum of an access token: without asking the database. */
export function isWellFormed(token: string): boolean {
  if (!FORM.test(token)) return false;
  const secret = token.slice(PREFIX.length, -CHECKSUM_LENGTH);
  return token.endsWith(computeChecksum(secret));
}

const computeChecksum = (secret: string): string => inDigits(BigInt(crc32(secret)), CHECKSUM_LENGTH);

function inDigits(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; text.length < length; rest /= 62n) text = DIGITS[Number(rest % 62n)] + text;
  return text;
}
