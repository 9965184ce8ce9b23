import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";

const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Derives a separate key for one purpose from the server's secret (HKDF, RFC 5869), so that a leaked key is useless
 * elsewhere. 32 bytes, as an object: with bytes Node takes several times as long for each use.
 */
export function deriveKey(secret: string, purpose: string): KeyObject {
  return createSecretKey(Buffer.from(hkdfSync("sha256", secret, "carediary", purpose, 32)));
}

/** Encrypts and authenticates a value; the text is safe in cookies. */
export function seal(key: KeyObject, value: unknown): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce);
  const sealed = Buffer.concat([cipher.update(JSON.stringify(value), "utf8"), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
}

/** Decrypts a value of {@link seal}; null when it is damaged, forged or encrypted with another key. */
export function unseal<T>(key: KeyObject, text: string): T | null {
  const bytes = Buffer.from(text, "base64url");
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    const opened = [decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()];
    return JSON.parse(Buffer.concat(opened).toString("utf8")) as T;
  } catch {
    return null;
  }
}

/** The secret of the embedded sign-in, derived from the server's. */
export const signInSecret = (secret: string): string =>
  deriveKey(secret, "sign-in").export().toString("base64url");
