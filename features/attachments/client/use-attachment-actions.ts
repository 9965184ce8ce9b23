import { useAction, useMutation } from "convex/react";
import { useCallback } from "react";
import { type Attachment, api } from "../../../lib/api.ts";
import { getServerMessage } from "../../../lib/error-message.ts";
import { getFileAddress } from "../../../lib/file-paths.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { openDownload } from "../../../ui/open-download.ts";

/** How long to wait for an answer before a message is shown. */
const TIMEOUT_MS = 20_000;

/** Downloading, describing and deleting. Errors are shown to the person; the promises always resolve. */
export function useAttachmentActions(noteId: string) {
  const getUrl = useAction(api.attachments.getAttachmentUrl);
  const updateAttachment = useMutation(api.attachments.updateAttachment);
  const deleteAttachment = useMutation(api.attachments.deleteAttachment);

  const download = useCallback(
    async ({ _id }: Pick<Attachment, "_id">) => {
      try {
        const { url } = await soon(getUrl({ attachmentId: _id }));
        openDownload(getFileAddress(url));
      } catch (error) {
        showFailure(error, t("attachments.notDownloaded"));
      }
    },
    [getUrl],
  );

  /** Resolves to whether it is saved. */
  const describe = useCallback(
    async ({ _id }: Pick<Attachment, "_id">, description: string) => {
      try {
        await soon(updateAttachment({ attachmentId: _id, description }));
        return true;
      } catch (error) {
        showFailure(error, t("attachments.notDescribed"));
        return false;
      }
    },
    [updateAttachment],
  );

  const remove = useCallback(
    async ({ _id }: Pick<Attachment, "_id">) => {
      const removed = deleteAttachment.withOptimisticUpdate((store) => {
        const list = store.getQuery(api.attachments.listAttachments, { noteId });
        const without = list?.filter((attachment) => attachment._id !== _id);
        if (without) store.setQuery(api.attachments.listAttachments, { noteId }, without);
      });
      try {
        await removed({ attachmentId: _id });
      } catch (error) {
        showFailure(error, t("attachments.notDeleted"));
      }
    },
    [deleteAttachment, noteId],
  );

  return { download, describe, remove };
}

function showFailure(error: unknown, failed: string): void {
  console.error(failed, error);
  notifyFailure(getServerMessage(error, failed));
}

async function soon<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("No answer")), TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
