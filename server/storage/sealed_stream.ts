import {
  createCipheriv,
  createDecipheriv,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
} from "node:crypto";
import { Transform } from "node:stream";

const SALT_LENGTH = 16;
const PIECE_LENGTH = 65_536;
const TAG_LENGTH = 16;
const NONCE_LENGTH = 12;
export const FILE_KEY_LENGTH = 32;

/** The size in bytes of an encrypted file with `size` bytes of content. */
export const getSealedSize = (size: number): number =>
  SALT_LENGTH + size + TAG_LENGTH * Math.max(1, Math.ceil(size / PIECE_LENGTH));

/**
 * A stream that encrypts one file with a key of its own, without holding the whole file: the STREAM construction of
 * Hoang, Reyhanitabar, Rogaway and Vizár, as in age, over AES-256-GCM. The encrypted file is
 *
 *   16 bytes  salt, random for each stream
 *   …         pieces of 64 KiB, each encrypted and followed by its tag of 16 bytes; the last may be shorter
 *
 * HKDF-SHA256 (RFC 5869) derives the key of the pieces from file key and salt, so two streams with one file key share
 * no nonce. A piece's nonce is its number, 11 bytes big-endian, and one byte that is 1 for the last piece, so a
 * changed, moved, missing or added piece fails to decrypt.
 */
export function createEncryptStream(fileKey: Uint8Array): Transform {
  const salt = randomBytes(SALT_LENGTH);
  const key = pieceKey(fileKey, salt);
  const stream = createPieceStream(PIECE_LENGTH, (plain, number, isLast) => {
    const cipher = createCipheriv("aes-256-gcm", key, getNonce(number, isLast), {
      authTagLength: TAG_LENGTH,
    });
    return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
  });
  stream.push(salt);
  return stream;
}

/** A stream that decrypts; it fails at the first damaged piece, and when the end is missing. */
export function createDecryptStream(fileKey: Uint8Array): Transform {
  let key: KeyObject | undefined;
  return createPieceStream(
    PIECE_LENGTH + TAG_LENGTH,
    (sealed, number, isLast) => {
      if (!key || sealed.length < TAG_LENGTH) throw new Error("A sealed file is damaged");
      const decipher = createDecipheriv("aes-256-gcm", key, getNonce(number, isLast), {
        authTagLength: TAG_LENGTH,
      });
      decipher.setAuthTag(sealed.subarray(-TAG_LENGTH));
      return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_LENGTH)), decipher.final()]);
    },
    {
      length: SALT_LENGTH,
      take(salt) {
        key = pieceKey(fileKey, salt);
      },
    },
  );
}

/** Sends the bytes of a small file through one of these streams. */
export async function transformBytes(bytes: Uint8Array, stream: Transform): Promise<Buffer> {
  stream.end(bytes);
  return Buffer.concat(await stream.toArray());
}

/** Cuts a stream into pieces of one length. A piece is processed when it is known whether another follows. */
function createPieceStream(
  length: number,
  work: (piece: Buffer, number: number, isLast: boolean) => Buffer,
  header?: { length: number; take(header: Buffer): void },
): Transform {
  let held: Buffer = Buffer.alloc(0);
  let number = 0;
  let missingHeader = header;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
      try {
        if (missingHeader && held.length >= missingHeader.length) {
          missingHeader.take(held.subarray(0, missingHeader.length));
          held = held.subarray(missingHeader.length);
          missingHeader = undefined;
        }
        while (!missingHeader && held.length > length) {
          this.push(work(held.subarray(0, length), number++, false));
          held = held.subarray(length);
        }
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      try {
        this.push(work(held, number, true));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

const pieceKey = (fileKey: Uint8Array, salt: Uint8Array) =>
  createSecretKey(Buffer.from(hkdfSync("sha256", fileKey, salt, "carediary file pieces 1", 32)));

function getNonce(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_LENGTH);
  nonce.writeUInt32BE(number, NONCE_LENGTH - 5);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_LENGTH - 1);
  return nonce;
}
