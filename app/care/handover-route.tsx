import { HandoverScreen } from "../../features/handover/screens/handover.tsx";
import type { Notebook } from "../../lib/api.ts";
import { createLazyPart } from "../../ui/lazy-part.tsx";

const OpenedTaskById = createLazyPart(() =>
  import("../tasks/opened-task-by-id.tsx").then((m) => m.OpenedTaskById),
);

const HandOver = createLazyPart(() => import("./hand-over.tsx").then((m) => m.HandOver));

/** `/care/:diaryId/handover`. */
export const HandoverRoute = ({ notebook }: { notebook: Notebook }) => (
  <HandoverScreen
    notebook={notebook}
    handOver={(onClose) => <HandOver notebook={notebook} onClose={onClose} />}
    openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
  />
);
