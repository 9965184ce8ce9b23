import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes } from "node:crypto";

const FORMAT = 1;
const SALT_AT = 5;
const SALT_LENGTH = 24;
const HEADER_LENGTH = SALT_AT + SALT_LENGTH;
const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
export const TAG_LENGTH = 16;
const MESSAGE_KEY = "carediary message key 1";

/** How many bytes encryption adds to a text. */
export const SEAL_OVERHEAD = HEADER_LENGTH + TAG_LENGTH;

/** The binding of a message; decryption with another notebook or binding fails. */
export type Place = { diaryId: string; binding: string };

/** A data key of a notebook: 32 bytes and its number within the notebook. */
export type DataKey = { number: number; bytes: Buffer };

/** A message can't be decrypted. Contains the reason, never the content. */
export class CannotOpen extends Error {
  override name = "CannotOpen";
  /** `destroyed`: its key was deleted for good; `damaged`: it was changed, or is in the wrong place. */
  readonly reason: "destroyed" | "damaged";

  constructor(reason: "destroyed" | "damaged") {
    super(reason === "destroyed" ? "The key of this message was destroyed" : "This message is damaged");
    this.reason = reason;
  }
}

/**
 * Encrypts a text with AES-256-GCM. Each message has a key of its own, so that a notebook's data key never reaches the
 * limit of random nonces. The message is
 *
 *   1 byte    format, 1
 *   4 bytes   number of the data key within the notebook, big-endian
 *   24 bytes  salt, random
 *   …         the text, encrypted
 *   16 bytes  tag
 *
 * HKDF-SHA256 (RFC 5869) derives 32 bytes of key and 12 of nonce from data key and salt. The additional authenticated
 * data is the notebook's id, a zero byte, the binding, a zero byte and the first 29 bytes of the message.
 */
export function sealWith(key: DataKey, place: Place, plain: Uint8Array): Buffer {
  const header = Buffer.alloc(HEADER_LENGTH);
  header.writeUInt8(FORMAT, 0);
  header.writeUInt32BE(key.number, 1);
  randomBytes(SALT_LENGTH).copy(header, SALT_AT);
  const { messageKey, nonce } = deriveMessageKey(key, header);
  const cipher = createCipheriv("aes-256-gcm", messageKey, nonce, { authTagLength: TAG_LENGTH });
  cipher.setAAD(placeBytes(place, header));
  return Buffer.concat([header, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/**
 * The number of the data key that a message needs.
 * @throws CannotOpen for bytes that can't be a message
 */
export function getKeyNumber(sealed: Uint8Array): number {
  if (sealed.length < SEAL_OVERHEAD || sealed[0] !== FORMAT) throw new CannotOpen("damaged");
  return Buffer.from(sealed.buffer, sealed.byteOffset, sealed.length).readUInt32BE(1);
}

/**
 * Decrypts a message.
 * @throws CannotOpen when a single bit has changed, or with another key or place
 */
export function openWith(key: DataKey, place: Place, sealed: Uint8Array): Buffer {
  if (getKeyNumber(sealed) !== key.number) throw new CannotOpen("damaged");
  const header = sealed.subarray(0, HEADER_LENGTH);
  const { messageKey, nonce } = deriveMessageKey(key, header);
  const decipher = createDecipheriv("aes-256-gcm", messageKey, nonce, { authTagLength: TAG_LENGTH });
  decipher.setAAD(placeBytes(place, header));
  decipher.setAuthTag(sealed.subarray(sealed.length - TAG_LENGTH));
  const plain = decipher.update(sealed.subarray(HEADER_LENGTH, sealed.length - TAG_LENGTH));
  try {
    return Buffer.concat([plain, decipher.final()]);
  } catch {
    throw new CannotOpen("damaged");
  }
}

function deriveMessageKey(key: DataKey, header: Uint8Array) {
  const salt = header.subarray(SALT_AT, HEADER_LENGTH);
  // With keys as bytes Node takes several times as long.
  const dataKey = createSecretKey(key.bytes);
  const made = Buffer.from(hkdfSync("sha256", dataKey, salt, MESSAGE_KEY, KEY_LENGTH + NONCE_LENGTH));
  return { messageKey: createSecretKey(made.subarray(0, KEY_LENGTH)), nonce: made.subarray(KEY_LENGTH) };
}

const placeBytes = ({ diaryId, binding }: Place, header: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${diaryId}\0${binding}\0`), header]);
