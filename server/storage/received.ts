import { getPreviewType, type PreviewType, SIGNATURE_LENGTH } from "./preview_type.ts";
import { getSealedSize } from "./sealed_stream.ts";
import { type FileStorage, uploadFile } from "./storage.ts";

/** The binding of a file's key when it is encrypted with the notebook's key. */
export const getFileKeyPlace = (objectName: string): string => `file/${objectName}`;

export type Upload = {
  objectName: string;
  isDirect: boolean;
  fileKey: Uint8Array | null;
  /** Measured while the file passed through this server, or when it had copied a direct upload; null before. */
  sizeBytes: number | null;
  previewType: PreviewType | null;
};

/** The measurements of a complete file. */
export type Received = { sizeBytes: number; previewType: PreviewType | null };

/**
 * Checks an uploaded file in the storage. A direct upload is first copied to the attachment's final name: its link
 * still works, and must not change a file that was already checked. Repeated calls have the same result.
 * @param tooLarge the smallest size in bytes that is refused; the file is then removed
 */
export async function receiveUpload(
  storage: FileStorage,
  upload: Upload,
  tooLarge: number,
): Promise<Received | "nothing" | "too large"> {
  const { objectName, sizeBytes, previewType } = upload;
  // Copied only once: a later write through its link is another file.
  if (upload.isDirect && sizeBytes === null) return receiveDirect(storage, objectName, tooLarge);
  if (sizeBytes === null) return "nothing";
  const stored = await storage.size(objectName);
  const expected = upload.fileKey ? getSealedSize(sizeBytes) : sizeBytes;
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
    // The file was replaced between the check and the copy.
    await Promise.all([storage.remove(name), storage.remove(objectName)]);
    return "too large";
  }
  const length = Math.min(sizeBytes, SIGNATURE_LENGTH);
  // An empty file has no first byte to request.
  const beginning = length > 0 ? await direct.beginning(objectName, length) : new Uint8Array();
  return { sizeBytes, previewType: getPreviewType(beginning) };
}
