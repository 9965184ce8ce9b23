import { DownloadNotebook } from "../../features/copies/components/download-notebook.tsx";
import { NotebookInfoScreen } from "../../features/notebooks/screens/info.tsx";
import type { Notebook } from "../../lib/api.ts";

/** `/care/:diaryId/info`: what is known of the person, and the notebook to take away. */
export const InfoRoute = ({ notebook }: { notebook: Notebook }) => (
  <NotebookInfoScreen notebook={notebook} copy={<DownloadNotebook diaryId={notebook._id} />} />
);
