import { useAction, useMutation } from "convex/react";
import { useCallback } from "react";
import { api, type ProgramExport } from "../../../lib/api.ts";
import { errorMessage } from "../../../lib/error-message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { openDownload } from "../../../ui/open-download.ts";
import { fileAddress } from "../../attachments/rules.ts";
import { EXPORT_WORDS } from "./export-words.ts";

/** Downloading and deleting. Errors are shown to the person; both promises always resolve. */
export function useExportActions(diaryProgramId: string) {
  const getUrl = useAction(api.programExports.getExportUrl);
  const deleteExport = useMutation(api.programExports.deleteExport);

  const download = useCallback(
    async ({ _id }: ProgramExport) => {
      try {
        const { url } = await getUrl({ exportId: _id });
        openDownload(fileAddress(url));
      } catch (error) {
        showFailure(error, EXPORT_WORDS.downloadFailed);
      }
    },
    [getUrl],
  );

  const remove = useCallback(
    async ({ _id }: ProgramExport) => {
      const removed = deleteExport.withOptimisticUpdate((store) => {
        const list = store.getQuery(api.programExports.listExports, { diaryProgramId });
        const without = list?.filter((one) => one._id !== _id);
        if (without) store.setQuery(api.programExports.listExports, { diaryProgramId }, without);
      });
      try {
        await removed({ exportId: _id });
      } catch (error) {
        showFailure(error, EXPORT_WORDS.deleteFailed);
      }
    },
    [deleteExport, diaryProgramId],
  );

  return { download, remove };
}

function showFailure(error: unknown, failed: string): void {
  console.error(failed, error);
  notifyFailure(errorMessage(error, failed));
}
