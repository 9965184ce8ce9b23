import { api, type Note, type ServerCalls } from "../../../lib/api.ts";
import { getErrorMessage, isConnectionLost } from "../../../lib/error-message.ts";
import { getFileAddress } from "../../../lib/file-paths.ts";
import { t } from "../../../lib/words/t.ts";
import { getUploadedType } from "../rules.ts";
import { ConnectionLost, PutRefused, putFile } from "./put-file.ts";
import type { SendFile } from "./upload-queue.ts";

/** Whether the same upload may succeed later, as after a broken connection. */
export const isPassingFailure = (error: unknown): boolean =>
  error instanceof ConnectionLost || isConnectionLost(error);

/** Why an upload failed, in words for people. */
export function describeUploadFailure(error: unknown): string {
  if (error instanceof PutRefused) return t("uploads.refused", { reason: error.statusText });
  if (error instanceof ConnectionLost) return t("uploads.brokenOff");
  return getErrorMessage(error, t("uploads.failed"));
}

/**
 * Uploads files to a note: to the storage, and then as an attachment. A file that is sent twice is attached once, since
 * the attachment has the file's id.
 */
export function createSender(
  calls: ServerCalls,
  { _id: noteId, diaryId, isEncrypted }: Pick<Note, "_id" | "diaryId" | "isEncrypted">,
): SendFile {
  return async ({ id, file, description }, report, signal) => {
    signal.throwIfAborted();
    const attached = { diaryId, noteId, filename: file.name, mimeType: getUploadedType(file.type) };
    const sizeBytes = file.size;
    const { uploadUrl, objectName } = await calls.action(api.attachments.generateUploadUrl, {
      ...attached,
      sizeBytes,
    });
    signal.throwIfAborted();
    report({ state: "sending", objectName });
    await putFile(getFileAddress(uploadUrl), file, {
      type: attached.mimeType,
      signal,
      onProgress: (sent) => report({ sent }),
    });
    report({ state: "saving", sent: 1 });
    await calls.mutation(api.attachments.createAttachment, {
      ...attached,
      sizeBytes,
      gcsObjectName: objectName,
      isEncrypted,
      uploadId: id,
      ...(description && { description }),
    });
  };
}
