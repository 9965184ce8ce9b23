import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { CannotOpen, type DataKey, TAG_LENGTH } from "./cipher.ts";

const KEY_LENGTH = 32;
const NONCE_LENGTH = 12;
/** A wrapped data key: a random nonce of 12 bytes, the 32 encrypted bytes of the key, a tag of 16. */
const WRAPPED_LENGTH = NONCE_LENGTH + KEY_LENGTH + TAG_LENGTH;

/** A key that encrypts ("wraps") data keys. Only its id, which reveals nothing of it, is stored or shown. */
export class MasterKey {
  readonly id: string;
  readonly #bytes: Buffer;

  constructor(bytes: Uint8Array) {
    if (bytes.length !== KEY_LENGTH) throw new Error("A master key has 32 bytes");
    this.#bytes = Buffer.from(bytes);
    this.id = createHmac("sha256", this.#bytes).update("carediary master key id").digest("hex").slice(0, 16);
  }

  /** Encrypts a notebook's data key. With random nonces a master key may do so 2³² times. */
  wrap(diaryId: string, key: DataKey): Buffer {
    const nonce = randomBytes(NONCE_LENGTH);
    const cipher = createCipheriv("aes-256-gcm", this.#bytes, nonce, { authTagLength: TAG_LENGTH });
    cipher.setAAD(this.#placeOf(diaryId, key.number));
    return Buffer.concat([nonce, cipher.update(key.bytes), cipher.final(), cipher.getAuthTag()]);
  }

  /**
   * Decrypts a data key.
   * @throws CannotOpen when it was wrapped for another notebook or number, or was changed
   */
  unwrap(diaryId: string, number: number, wrapped: Uint8Array): DataKey {
    if (wrapped.length !== WRAPPED_LENGTH) throw new CannotOpen("damaged");
    const decipher = createDecipheriv("aes-256-gcm", this.#bytes, wrapped.subarray(0, NONCE_LENGTH), {
      authTagLength: TAG_LENGTH,
    });
    decipher.setAAD(this.#placeOf(diaryId, number));
    decipher.setAuthTag(wrapped.subarray(WRAPPED_LENGTH - TAG_LENGTH));
    const bytes = decipher.update(wrapped.subarray(NONCE_LENGTH, WRAPPED_LENGTH - TAG_LENGTH));
    try {
      decipher.final();
    } catch {
      throw new CannotOpen("damaged");
    }
    return { number, bytes };
  }

  /** The key as the operator keeps it: base64 of the 32 bytes. */
  reveal(): string {
    return this.#bytes.toString("base64url");
  }

  #placeOf(diaryId: string, number: number): Buffer {
    return Buffer.from(`carediary data key 1\0${this.id}\0${diaryId}\0${number}`);
  }
}

export const createMasterKey = (): MasterKey => new MasterKey(randomBytes(KEY_LENGTH));

/** Parses a key as the operator writes it, base64 or base64url of 32 bytes; null when it isn't one. */
export function readMasterKey(text: string): MasterKey | null {
  const bytes = Buffer.from(text, "base64url");
  const isBase64 = /^[\w+/-]{43}=?$/.test(text);
  return isBase64 && bytes.length === KEY_LENGTH ? new MasterKey(bytes) : null;
}

/** The source of master keys: `server/vault/key_file.ts`, or the environment. */
export type MasterKeys = {
  /** The key for new data keys; read again each time, so that a rotation by another process takes effect at once. */
  current(): Promise<MasterKey>;
  /** The current or a previous key by its id, or null. */
  find(id: string): Promise<MasterKey | null>;
};

/** Master keys that don't change while the process runs. */
export function createFixedMasterKeys(current: MasterKey, former: readonly MasterKey[] = []): MasterKeys {
  const byId = new Map([...former, current].map((key) => [key.id, key]));
  return { current: async () => current, find: async (id) => byId.get(id) ?? null };
}
