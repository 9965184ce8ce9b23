import { type ReactNode, startTransition, useCallback, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import type { TaskDialogName } from "../client/task-dialog-name.ts";
import type { TaskWrites } from "../client/use-task-writes.ts";

const TaskFormDialog = createLazyPart(() => import("./task-form-dialog.tsx").then((m) => m.TaskFormDialog));
const AssignDialog = createLazyPart(() => import("./assign-dialog.tsx").then((m) => m.AssignDialog));
const MoveDialog = createLazyPart(() => import("./move-dialog.tsx").then((m) => m.MoveDialog));
const TaskDetails = createLazyPart(() => import("./task-details.tsx").then((m) => m.TaskDetails));

const EarlyQuestion = createLazyPart(() => import("./task-questions.tsx").then((m) => m.EarlyQuestion));
const DeleteQuestion = createLazyPart(() => import("./task-questions.tsx").then((m) => m.DeleteQuestion));

/** Renders the comments of a task; supplied by the room of comments. */
export type TaskComments = (task: Task) => ReactNode;

/** The dialogs for a task of a list: `open` opens one, `dialogs` is rendered next to the list. */
export function useTaskDialogs(writes: TaskWrites, comments: TaskComments) {
  const [shown, setShown] = useState<{ name: TaskDialogName; task: Task } | null>(null);
  // The click responds at once, the dialog renders afterwards.
  const open = useCallback(
    (name: TaskDialogName, task: Task) => startTransition(() => setShown({ name, task })),
    [],
  );
  const close = () => setShown(null);
  const dialogs = shown && (
    <>
      {shown.name === "edit" && <TaskFormDialog task={shown.task} onClose={close} />}
      {shown.name === "assign" && (
        <AssignDialog
          task={shown.task}
          onChoose={(person) => {
            close();
            writes.assign(shown.task, person);
          }}
          onClose={close}
        />
      )}
      {shown.name === "move" && (
        <MoveDialog
          task={shown.task}
          onMove={(day, time) => {
            close();
            writes.move(shown.task, day, time);
          }}
          onClose={close}
        />
      )}
      {shown.name === "details" && (
        <TaskDetails
          task={shown.task}
          onEdit={() => open("edit", shown.task)}
          onClose={close}
          comments={comments(shown.task)}
        />
      )}
      {shown.name === "early" && (
        <EarlyQuestion
          task={shown.task}
          onComplete={() => {
            close();
            writes.setStatus(shown.task, "completed");
          }}
          onClose={close}
        />
      )}
      {shown.name === "delete" && (
        <DeleteQuestion
          task={shown.task}
          onDelete={(andLater) => {
            close();
            writes.remove(shown.task, andLater);
          }}
          onClose={close}
        />
      )}
    </>
  );
  return { open, dialogs };
}
