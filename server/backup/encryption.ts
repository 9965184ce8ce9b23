import { Readable } from "node:stream";
import type { ReadableStream as NodeReadableStream } from "node:stream/web";
import { Decrypter, Encrypter } from "age-encryption";
import { StartError } from "../start_error.ts";

/** How an archive is encrypted: with a passphrase, or for a public key whose secret half is kept elsewhere. */
export type Lock = { passphrase: string } | { recipient: string };

/** The key of an archive: the passphrase, or the secret half of the key. */
export type Unlock = { passphrase: string } | { identity: string };

/** The first bytes of an encrypted archive. */
const AGE_HEADER = Buffer.from("age-encryption.org/v1\n");

export async function encryptStream(archive: Readable, lock: Lock | null): Promise<Readable> {
  if (!lock) return archive;
  const encrypter = new Encrypter();
  if ("passphrase" in lock) encrypter.setPassphrase(lock.passphrase);
  else {
    try {
      encrypter.addRecipient(lock.recipient);
    } catch {
      throw new StartError("The recipient isn't a public key of age, such as age1….");
    }
  }
  // The library names the browser's type of these streams; Node's differs only in how views are typed.
  return Readable.fromWeb(
    (await encrypter.encrypt(Readable.toWeb(archive) as ReadableStream<Uint8Array>)) as NodeReadableStream,
  );
}

/** The archive in clear. @throws StartError when it is encrypted and `unlock` doesn't open it */
export async function decryptStream(archive: Readable, unlock: Unlock | null): Promise<Readable> {
  const { isEncrypted, whole } = await peek(archive);
  if (!isEncrypted) return whole;
  if (!unlock) throw new StartError("The archive is encrypted: name its passphrase or identity.");
  const decrypter = new Decrypter();
  if ("passphrase" in unlock) decrypter.addPassphrase(unlock.passphrase);
  else {
    try {
      decrypter.addIdentity(unlock.identity);
    } catch {
      throw new StartError("The identity isn't a secret key of age, such as AGE-SECRET-KEY-1….");
    }
  }
  try {
    // As in `encryptStream`.
    return Readable.fromWeb(
      (await decrypter.decrypt(Readable.toWeb(whole) as ReadableStream<Uint8Array>)) as NodeReadableStream,
    );
  } catch {
    throw new StartError("The archive is encrypted, and this passphrase or identity doesn't open it.");
  }
}

async function peek(archive: Readable): Promise<{ isEncrypted: boolean; whole: Readable }> {
  const chunks = archive[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  const first = await chunks.next();
  const beginning: Buffer = first.done ? Buffer.alloc(0) : first.value;
  async function* whole() {
    yield beginning;
    for (let next = await chunks.next(); !next.done; next = await chunks.next()) yield next.value;
  }
  return {
    isEncrypted: beginning.subarray(0, AGE_HEADER.length).equals(AGE_HEADER),
    whole: Readable.from(whole(), { objectMode: false }),
  };
}
