import { Checkbox } from "@mantine/core";
import { lazy, type ReactNode, Suspense, startTransition, useCallback, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { dayInWords, dayInZone } from "../../../lib/zone-day.ts";
import { Question } from "../../../ui/question.tsx";
import type { TaskDialogName } from "../client/task-dialog-name.ts";
import type { TaskWrites } from "../client/use-task-writes.ts";
import { listDay } from "../rules/states.ts";

const TaskFormDialog = lazy(() =>
  import("./task-form-dialog.tsx").then((module) => ({ default: module.TaskFormDialog })),
);
const AssignDialog = lazy(() =>
  import("./assign-dialog.tsx").then((module) => ({ default: module.AssignDialog })),
);
const MoveDialog = lazy(() => import("./move-dialog.tsx").then((module) => ({ default: module.MoveDialog })));
const TaskDetails = lazy(() =>
  import("./task-details.tsx").then((module) => ({ default: module.TaskDetails })),
);

/** Renders the comments of a task; supplied by the room of comments. */
export type TaskComments = (task: Task) => ReactNode;

/** The dialogs for a task of a list: `open` opens one, `dialogs` is rendered beside the list. */
export function useTaskDialogs(writes: TaskWrites, comments: TaskComments) {
  const [shown, setShown] = useState<{ name: TaskDialogName; task: Task } | null>(null);
  // The click responds at once, the dialog renders afterwards.
  const open = useCallback(
    (name: TaskDialogName, task: Task) => startTransition(() => setShown({ name, task })),
    [],
  );
  const close = () => setShown(null);
  const dialogs = shown && (
    <Suspense fallback={null}>
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
          onCancel={close}
        />
      )}
      {shown.name === "delete" && (
        <DeleteQuestion
          task={shown.task}
          onDelete={(andLater) => {
            close();
            writes.remove(shown.task, andLater);
          }}
          onCancel={close}
        />
      )}
    </Suspense>
  );
  return { open, dialogs };
}

type EarlyQuestionProps = { task: Task; onComplete: () => void; onCancel: () => void };

function EarlyQuestion({ task, onComplete, onCancel }: EarlyQuestionProps) {
  const day = dayInWords(listDay(task)!, dayInZone(Date.now(), task.timeZone));
  return (
    <Question
      opened
      destructive={false}
      title={`That is for ${day}`}
      confirm="It is done already"
      onConfirm={onComplete}
      onCancel={onCancel}
    >
      <p>
        <strong>{task.title}</strong> is repeated, and this one is for {day}.
      </p>
    </Question>
  );
}

type DeleteQuestionProps = { task: Task; onDelete: (andLater: boolean) => void; onCancel: () => void };

function DeleteQuestion({ task, onDelete, onCancel }: DeleteQuestionProps) {
  const [andLater, setAndLater] = useState(false);
  return (
    <Question
      opened
      title="Delete task"
      confirm="Delete task"
      onConfirm={() => onDelete(andLater)}
      onCancel={onCancel}
    >
      <p>
        Delete <strong>{task.title}</strong> for everyone in this notebook? This can't be undone.
      </p>
      {task.seriesId === null ? (
        task.isRecurring && <p>Only this one goes; the others of its kind stay.</p>
      ) : (
        <Checkbox
          label="Also delete all later ones that aren't done, and make no more"
          checked={andLater}
          onChange={(event) => setAndLater(event.currentTarget.checked)}
          mb="md"
        />
      )}
    </Question>
  );
}
