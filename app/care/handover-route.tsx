import { HandoverScreen } from "../../features/handover/screens/handover.tsx";
import type { Notebook } from "../../lib/api.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";

const OpenedTaskById = createLazyPart(() =>
  import("../tasks/opened-task-by-id.tsx").then((m) => m.OpenedTaskById),
);

/** `/care/:diaryId/handover`. */
export const HandoverRoute = ({ notebook }: { notebook: Notebook }) => (
  <HandoverScreen
    notebook={notebook}
    openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
  />
);
