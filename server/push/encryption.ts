import { createCipheriv, createECDH, createSecretKey, hkdfSync, randomBytes } from "node:crypto";

/** One record of a message: its content, and how many zero bytes of padding follow. */
export type EncodedRecord = { content: Uint8Array; padding: number };

const SALT_BYTES = 16;
const AUTH_BYTES = 16;
const DELIMITER = { more: 1, last: 2 } as const;

/**
 * Encrypts records in the content encoding aes128gcm (RFC 8188): the header with salt, record size and key id, then
 * each record with AES-128-GCM under a key derived from `ikm`.
 * @param recordSize bytes of an encrypted record, its tag included; only the last may be shorter
 */
export function encryptRecords(
  records: readonly EncodedRecord[],
  {
    ikm,
    salt,
    keyId,
    recordSize,
  }: { ikm: Uint8Array; salt: Uint8Array; keyId: Uint8Array; recordSize: number },
): Buffer {
  const derive = deriver(ikm, salt);
  const key = createSecretKey(derive("Content-Encoding: aes128gcm\0", 16));
  const baseNonce = derive("Content-Encoding: nonce\0", 12);
  const header = Buffer.alloc(SALT_BYTES + 5);
  header.set(salt);
  header.writeUInt32BE(recordSize, SALT_BYTES);
  header.writeUInt8(keyId.byteLength, SALT_BYTES + 4);
  const parts: Uint8Array[] = [header, keyId];
  for (const [index, { content, padding }] of records.entries()) {
    const nonce = Buffer.from(baseNonce);
    // The nonce is the base with the record's number in its last bytes.
    nonce.writeUInt32BE((nonce.readUInt32BE(8) ^ index) >>> 0, 8);
    const cipher = createCipheriv("aes-128-gcm", key, nonce);
    const delimiter = index === records.length - 1 ? DELIMITER.last : DELIMITER.more;
    const tail = Buffer.concat([Buffer.of(delimiter), Buffer.alloc(padding)]);
    parts.push(cipher.update(content), cipher.update(tail), cipher.final(), cipher.getAuthTag());
  }
  return Buffer.concat(parts);
}

/** HKDF-SHA256 (RFC 5869) of one secret; as an object, because with bytes Node takes several times as long. */
function deriver(
  secret: Uint8Array,
  salt: Uint8Array,
): (info: string | Uint8Array, length: number) => Buffer {
  const key = createSecretKey(secret);
  return (info, length) => Buffer.from(hkdfSync("sha256", key, salt, info, length));
}

/** The public half of a browser's subscription: an uncompressed point of P-256, 65 bytes, and 16 secret bytes. */
export type SubscriptionKeys = { p256dh: Uint8Array; auth: Uint8Array };

const RECORD_SIZE = 4096;
/**
 * The sizes of a message's content with its delimiter and padding, so that its length doesn't disclose its subject on
 * the way. The last is the most that every push service takes (RFC 8291, section 4).
 */
const SIZES = [512, 1536, 3994] as const;
/** The most bytes that a message may have. */
export const MAX_PUSH_BYTES = SIZES[2] - 1;

/** A fresh P-256 key pair and salt, or in tests a known one. */
export type Ephemeral = { privateKey: Uint8Array; salt: Uint8Array };

/**
 * Encrypts a message for a browser (RFC 8291), padded to one of three sizes.
 * @throws RangeError when it is longer than {@link MAX_PUSH_BYTES}
 */
export function encryptPush(message: Uint8Array, keys: SubscriptionKeys): Buffer {
  const size = SIZES.find((each) => message.byteLength < each);
  if (size === undefined) throw new RangeError(`A push message has at most ${MAX_PUSH_BYTES} bytes`);
  return encryptPadded({ content: message, padding: size - 1 - message.byteLength }, keys);
}

/** One padded record for a browser. */
export function encryptPadded(record: EncodedRecord, keys: SubscriptionKeys, known?: Ephemeral): Buffer {
  const pair = createECDH("prime256v1");
  if (known) pair.setPrivateKey(known.privateKey);
  else pair.generateKeys();
  const publicKey = pair.getPublicKey();
  const shared = pair.computeSecret(keys.p256dh);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), keys.p256dh, publicKey]);
  const ikm = deriver(shared, keys.auth)(info, 32);
  const salt = known?.salt ?? randomBytes(SALT_BYTES);
  return encryptRecords([record], { ikm, salt, keyId: publicKey, recordSize: RECORD_SIZE });
}

/** Whether these can be a subscription's keys: the point has to lie on the curve. */
export function areSubscriptionKeys({ p256dh, auth }: SubscriptionKeys): boolean {
  if (p256dh.byteLength !== 65 || p256dh[0] !== 4 || auth.byteLength !== AUTH_BYTES) return false;
  const pair = createECDH("prime256v1");
  pair.generateKeys();
  try {
    pair.computeSecret(p256dh);
    return true;
  } catch {
    return false;
  }
}
