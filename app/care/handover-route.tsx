import { lazy } from "react";
import { HandoverScreen } from "../../features/handover/screens/handover.tsx";
import type { Notebook } from "../../lib/api.ts";

const OpenedTaskById = lazy(() =>
  import("../tasks/opened-task-by-id.tsx").then((module) => ({ default: module.OpenedTaskById })),
);

/** `/care/:diaryId/handover`. */
export const HandoverRoute = ({ notebook }: { notebook: Notebook }) => (
  <HandoverScreen
    notebook={notebook}
    openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
  />
);
