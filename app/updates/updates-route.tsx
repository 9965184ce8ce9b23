import { useSearch } from "@tanstack/react-router";
import { UpdatesScreen } from "../../features/updates/screens/updates.tsx";
import { createLazyPart } from "../../ui/lazy-part.tsx";

const OpenedTaskById = createLazyPart(() =>
  import("../tasks/opened-task-by-id.tsx").then((m) => m.OpenedTaskById),
);

/** `/updates`: all that is new and all that happened, in one notebook or in all. */
export function UpdatesRoute() {
  const { notebook } = useSearch({ from: "/signed-in/updates" });
  return (
    <UpdatesScreen
      diaryId={notebook}
      openTask={(taskId, onClose) => <OpenedTaskById key={taskId} taskId={taskId} onClose={onClose} />}
    />
  );
}
