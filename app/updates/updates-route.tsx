import { useSearch } from "@tanstack/react-router";
import { lazy } from "react";
import { UpdatesScreen } from "../../features/updates/screens/updates.tsx";

const OpenedTaskById = lazy(() =>
  import("../tasks/opened-task-by-id.tsx").then((module) => ({ default: module.OpenedTaskById })),
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
