import { useAction, useMutation } from "convex/react";
import { useCallback } from "react";
import { api, type Export } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { getFileAddress } from "../../../lib/file-paths.ts";
import { t } from "../../../lib/words/t.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { openDownload } from "../../../ui/open-download.ts";

/** Downloading and deleting. Errors are shown to the person; both promises always resolve. */
export function useExportActions({ kind, subjectId }: { kind: string; subjectId: string }) {
  const getUrl = useAction(api.exports.getExportUrl);
  const deleteExport = useMutation(api.exports.deleteExport);

  const download = useCallback(
    async ({ _id }: Export) => {
      try {
        const { url } = await getUrl({ exportId: _id });
        openDownload(getFileAddress(url));
      } catch (error) {
        showFailure(error, t("exportlist.notDownloaded"));
      }
    },
    [getUrl],
  );

  const remove = useCallback(
    async ({ _id }: Export) => {
      const removed = deleteExport.withOptimisticUpdate((store) => {
        const list = store.getQuery(api.exports.listExports, { kind, subjectId });
        const without = list?.filter((one) => one._id !== _id);
        if (without) store.setQuery(api.exports.listExports, { kind, subjectId }, without);
      });
      try {
        await removed({ exportId: _id });
      } catch (error) {
        showFailure(error, t("exportlist.notDeleted"));
      }
    },
    [deleteExport, kind, subjectId],
  );

  return { download, remove };
}

function showFailure(error: unknown, failed: string): void {
  console.error(failed, error);
  notifyFailure(getErrorMessage(error, failed));
}
