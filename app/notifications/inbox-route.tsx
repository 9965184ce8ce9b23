import { lazy } from "react";
import { InboxScreen } from "../../features/notifications/screens/inbox.tsx";

const OpenedTaskById = lazy(() =>
  import("../tasks/opened-task-by-id.tsx").then((module) => ({ default: module.OpenedTaskById })),
);

/** `/notifications`. */
export const InboxRoute = () => (
  <InboxScreen
    openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
  />
);
