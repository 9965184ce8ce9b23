import { useEffect } from "react";
import { api } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { notifyFailure } from "../../ui/notify.ts";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { OpenedTask } from "./opened-task.tsx";

/** The dialog of a task that isn't in a list here; closes with a message when the task is gone. */
export function OpenedTaskById({ taskId, onClose }: { taskId: string; onClose: () => void }) {
  const task = useLiveQuery(api.tasks.getTask, { taskId });
  useEffect(() => {
    if (task !== null) return;
    notifyFailure(t("tasks.gone"));
    onClose();
  }, [task, onClose]);
  return task ? <OpenedTask task={task} onClose={onClose} /> : null;
}
