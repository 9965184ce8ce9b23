import { toPromise, waitForCommit } from "../../../lib/indexed-db.ts";

/** A value as it lies on this device: AES-GCM over its JSON. */
export type Sealed = { iv: Uint8Array<ArrayBuffer>; bytes: ArrayBuffer };

/** Encrypts values, each bound to a name: one can't take the place of another. */
export class Sealer {
  readonly #key: CryptoKey;

  private constructor(key: CryptoKey) {
    this.#key = key;
  }

  /** With a key that this page has. */
  static withKey = (key: CryptoKey): Sealer => new Sealer(key);

  /** With the key in the store `keys` of a database, which is made when it is missing and can't leave the browser. */
  static async open(database: IDBDatabase, keyName: string): Promise<Sealer> {
    return new Sealer(await getKey(database, keyName));
  }

  async seal(value: unknown, name: string): Promise<Sealed> {
    const iv = crypto.getRandomValues(new Uint8Array(12));
    const text = new TextEncoder().encode(JSON.stringify(value));
    return { iv, bytes: await crypto.subtle.encrypt(getCipher(iv, name), this.#key, text) };
  }

  /** The value; undefined for a torn record or one of another name. */
  async unseal<Value>({ iv, bytes }: Sealed, name: string): Promise<Value | undefined> {
    try {
      const text = await crypto.subtle.decrypt(getCipher(iv, name), this.#key, bytes);
      return JSON.parse(new TextDecoder().decode(text));
    } catch {
      return undefined;
    }
  }
}

/** What seals values: a {@link Sealer}, or nothing. */
export type Sealing = Pick<Sealer, "seal" | "unseal">;

/** Values as they are, for pages over plain http, whose browsers give them no encryption. */
export const UNSEALED: Sealing = {
  seal: async (value) => ({
    iv: new Uint8Array(),
    bytes: new TextEncoder().encode(JSON.stringify(value)).buffer,
  }),
  async unseal({ bytes }) {
    try {
      return JSON.parse(new TextDecoder().decode(bytes));
    } catch {
      return undefined;
    }
  },
};

/** Whether this browser can keep anything encrypted: not over plain http, nor where storage is switched off. */
export const canSeal = (): boolean => Boolean(globalThis.crypto?.subtle && globalThis.indexedDB);

/** Bytes as base64 text; also of a picture, which is too long for one call's arguments. */
export const toBase64 = (buffer: ArrayBuffer): string =>
  btoa(Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join(""));

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (char) => char.charCodeAt(0));

const getCipher = (iv: Uint8Array<ArrayBuffer>, name: string) => ({
  name: "AES-GCM",
  iv,
  additionalData: new TextEncoder().encode(name),
});

const KEYS = "keys";

async function getKey(database: IDBDatabase, name: string): Promise<CryptoKey> {
  const known = await toPromise<CryptoKey | undefined>(
    database.transaction(KEYS).objectStore(KEYS).get(name),
  );
  if (known) return known;
  const made = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
  const transaction = database.transaction(KEYS, "readwrite");
  const keys = transaction.objectStore(KEYS);
  // Another tab may have made one meanwhile.
  const first = await toPromise<CryptoKey | undefined>(keys.get(name));
  if (!first) keys.put(made, name);
  await waitForCommit(transaction);
  return first ?? made;
}

/** SHA-256 in hexadecimal: names of records show no ids and no tags. */
export async function hashText(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
