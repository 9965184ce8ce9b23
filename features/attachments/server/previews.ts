import { drawPreview } from "../../../server/pictures/preview.ts";
import { createTurns } from "../../../server/pictures/turns.ts";
import type { RoomParts } from "../../../server/rooms.ts";
import { awaitStorage } from "../../../server/storage/fault.ts";
import { getFileKeyPlace } from "../../../server/storage/received.ts";
import {
  createDecryptStream,
  createEncryptStream,
  transformBytes,
} from "../../../server/storage/sealed_stream.ts";
import { PREVIEW_SIDES, type PreviewSize, previewFile } from "../../../server/storage/storage.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { findFile } from "./data.ts";

type Parts = Pick<RoomParts, "database" | "storage" | "vault" | "log">;
type File = NonNullable<Awaited<ReturnType<typeof findFile>>>;

/** As many as a few long lists ask for at once; a waiting one holds no picture in memory. */
const inTurn = createTurns(200);
/** Previews that are being made, so that each is made once. */
const making = new Map<string, Promise<Buffer>>();

/**
 * The small version of an attached picture as WebP, made at the first request and stored next to the original,
 * encrypted if the original is. Null when none can be made; that is stored too, as an empty file, so that a damaged
 * picture isn't decoded again and again.
 * @throws StorageFault
 * @throws CannotOpen when the notebook's key was destroyed or the file is damaged
 * @throws CareError when too many wait to be made
 */
export async function readPreview(parts: Parts, file: File, size: PreviewSize): Promise<Buffer | null> {
  const { database, storage, vault } = parts;
  if (!file.previewType?.startsWith("image/")) return null;
  const place = getFileKeyPlace(file.objectName);
  const key = file.fileKey && (await vault.open(database.db, file.diaryId, place, file.fileKey));
  const name = previewFile(file.objectName, size);
  const stored = await awaitStorage(storage.read(name));
  const preview = stored
    ? await decrypt(stored, key)
    : await (making.get(name) ?? make(parts, file, size, key));
  return preview.length > 0 ? preview : null;
}

function make(parts: Parts, file: File, size: PreviewSize, key: Buffer | null): Promise<Buffer> {
  const name = previewFile(file.objectName, size);
  const made = inTurn(() => makeNow(parts, file, size, key)).finally(() => making.delete(name));
  making.set(name, made);
  return made;
}

async function makeNow(
  { storage, log }: Parts,
  { objectName }: File,
  size: PreviewSize,
  key: Buffer | null,
): Promise<Buffer> {
  const stored = await awaitStorage(storage.read(objectName));
  // Deleted a moment ago: a file written now would have to be removed again.
  if (!stored) return Buffer.alloc(0);
  const preview = (await drawPreview(await decrypt(stored, key), PREVIEW_SIDES[size])) ?? Buffer.alloc(0);
  try {
    const kept = key ? await transformBytes(preview, createEncryptStream(key)) : preview;
    await awaitStorage(storage.write(previewFile(objectName, size), kept));
  } catch (error) {
    // It can be shown without being stored.
    log.error({ part: "previews", err: error }, "a preview can't be stored");
  }
  return preview;
}

async function decrypt(bytes: Uint8Array, key: Buffer | null): Promise<Buffer> {
  if (!key) return Buffer.from(bytes);
  try {
    return await transformBytes(bytes, createDecryptStream(key));
  } catch {
    throw new CannotOpen("damaged");
  }
}
