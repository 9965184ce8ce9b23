import { EscalationWay } from "../../features/escalation/client/public.ts";
import { DownloadNotebook } from "../../features/exports/components/download-notebook.tsx";
import { NotebookInfoScreen } from "../../features/notebooks/screens/info.tsx";
import { NotebookReminderTime } from "../../features/notifications/client/public.ts";
import type { Notebook } from "../../lib/api.ts";

/** `/care/:diaryId/info`: the information about the person, and the copy of the notebook. */
export const InfoRoute = ({ notebook }: { notebook: Notebook }) => (
  <NotebookInfoScreen
    notebook={notebook}
    reminders={
      <>
        <NotebookReminderTime notebook={notebook} />
        <EscalationWay notebook={notebook} />
      </>
    }
    copy={<DownloadNotebook diaryId={notebook._id} />}
  />
);
