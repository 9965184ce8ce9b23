import { type PreviewType, previewTypeOf, SIGNATURE_LENGTH } from "./preview_type.ts";
import { sealedSize } from "./sealed_stream.ts";
import { type FileStorage, uploadFile } from "./storage.ts";

/** What a file's own key is bound to when the notebook's key seals it. */
export const fileKeyPlace = (objectName: string): string => `file/${objectName}`;

export type Upload = {
  objectName: string;
  isDirect: boolean;
  fileKey: Uint8Array | null;
  /** What this server found: while the file passed through it, or when it had copied a direct upload; null before. */
  sizeBytes: number | null;
  previewType: PreviewType | null;
};

/** What this server found of a whole file. */
export type Received = { sizeBytes: number; previewType: PreviewType | null };

/**
 * Looks at what was uploaded, in the storage itself. A direct upload is first copied to the attachment's name: its
 * link still works, and must not change a file that has been looked at. May be called again with the same outcome.
 * @param tooLarge the first number of bytes that is refused; the file is then removed
 */
export async function receiveUpload(
  storage: FileStorage,
  upload: Upload,
  tooLarge: number,
): Promise<Received | "nothing" | "too large"> {
  const { objectName, sizeBytes, previewType } = upload;
  // Copied once and never again: what its link writes from then on is another file.
  if (upload.isDirect && sizeBytes === null) return receiveDirect(storage, objectName, tooLarge);
  if (sizeBytes === null) return "nothing";
  const stored = await storage.size(objectName);
  const expected = upload.fileKey ? sealedSize(sizeBytes) : sizeBytes;
  return stored === expected ? { sizeBytes, previewType } : "nothing";
}

async function receiveDirect(storage: FileStorage, objectName: string, tooLarge: number) {
  const { direct } = storage;
  const name = uploadFile(objectName);
  const announced = await storage.size(name);
  if (!direct || announced === null) return "nothing";
  if (announced >= tooLarge) {
    await storage.remove(name);
    return "too large";
  }
  await direct.copy(name, objectName);
  const sizeBytes = await storage.size(objectName);
  if (sizeBytes === null) return "nothing";
  if (sizeBytes >= tooLarge) {
    // Exchanged for another one between the look and the copy.
    await Promise.all([storage.remove(name), storage.remove(objectName)]);
    return "too large";
  }
  const length = Math.min(sizeBytes, SIGNATURE_LENGTH);
  // An empty file has no first byte to ask for.
  const beginning = length > 0 ? await direct.beginning(objectName, length) : new Uint8Array();
  return { sizeBytes, previewType: previewTypeOf(beginning) };
}
