import { TakeOn } from "../../features/escalation/client/public.ts";
import { InboxScreen } from "../../features/notifications/screens/inbox.tsx";
import { createLazyPart } from "../../ui/lazy-part.tsx";

const OpenedTaskById = createLazyPart(() =>
  import("../tasks/opened-task-by-id.tsx").then((m) => m.OpenedTaskById),
);

/** `/notifications`. */
export const InboxRoute = () => (
  <InboxScreen
    openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
    takeOn={(runId, what) => <TakeOn runId={runId} what={what} />}
  />
);
