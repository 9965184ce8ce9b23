import { useConvex } from "convex/react";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { api, type Note } from "../../../lib/api.ts";
import { errorMessage, isConnectionLost } from "../../../lib/error-message.ts";
import { canSend } from "../../../ui/reachability.ts";
import { ATTACHMENT_MESSAGES, fileAddress, TOO_LARGE, uploadedType } from "../rules.ts";
import { ATTACHMENT_WORDS, uploadRefused } from "./attachment-words.ts";
import { ConnectionLost, PutRefused, putFile } from "./put-file.ts";
import { type SendFile, UploadQueue } from "./upload-queue.ts";

/** The uploads to a note; they are aborted when the component unmounts. */
export function useUploads({
  _id: noteId,
  diaryId,
  isEncrypted,
}: Pick<Note, "_id" | "diaryId" | "isEncrypted">) {
  const convex = useConvex();

  const queue = useMemo(() => {
    const send: SendFile = async (file, report, signal) => {
      const attached = { diaryId, noteId, filename: file.name, mimeType: uploadedType(file.type) };
      const sizeBytes = file.size;
      const { uploadUrl, objectName } = await convex.action(api.attachments.generateUploadUrl, {
        ...attached,
        sizeBytes,
      });
      signal.throwIfAborted();
      report({ state: "sending", objectName });
      await putFile(fileAddress(uploadUrl), file, {
        type: attached.mimeType,
        signal,
        onProgress: (sent) => report({ sent }),
      });
      report({ state: "saving", sent: 1 });
      await convex.mutation(api.attachments.createAttachment, {
        ...attached,
        sizeBytes,
        gcsObjectName: objectName,
        isEncrypted,
      });
    };

    const explain = (error: unknown): string => {
      console.error(ATTACHMENT_WORDS.uploadFailed, error);
      if (error instanceof PutRefused) return uploadRefused(error.statusText);
      if (isConnectionLost(error)) return errorMessage(error, ATTACHMENT_WORDS.uploadFailed);
      const isAway = !canSend(convex);
      if (error instanceof ConnectionLost || isAway) return ATTACHMENT_WORDS.brokenOff;
      return errorMessage(error, ATTACHMENT_WORDS.uploadFailed);
    };

    const refusal = ({ size }: File) => (size >= TOO_LARGE ? ATTACHMENT_MESSAGES.size : null);
    return new UploadQueue({ send, explain, refusal });
  }, [convex, diaryId, noteId, isEncrypted]);

  useEffect(() => queue.cancelAll, [queue]);
  const uploads = useSyncExternalStore(queue.subscribe, queue.uploads);
  return { uploads, queue };
}
