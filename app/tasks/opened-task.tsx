import { useState } from "react";
import { TaskDetails } from "../../features/tasks/components/task-details.tsx";
import { TaskFormDialog } from "../../features/tasks/components/task-form-dialog.tsx";
import type { Task } from "../../lib/api.ts";
import { LazyTaskComments } from "./lazy-task-comments.ts";

/** The dialog of a task outside the lists of tasks: its details with comments, then its form. */
export function OpenedTask({ task, onClose }: { task: Task; onClose: () => void }) {
  const [isEditing, setIsEditing] = useState(false);
  if (isEditing) return <TaskFormDialog task={task} onClose={onClose} />;
  return (
    <TaskDetails
      task={task}
      onEdit={() => setIsEditing(true)}
      onClose={onClose}
      comments={<LazyTaskComments task={task} />}
    />
  );
}
