import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { describeDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { Question } from "../../../ui/question.tsx";
import { listDay } from "../rules/states.ts";

type EarlyQuestionProps = { task: Task; onComplete: () => void; onClose: () => void };

/** Asks whether a task of another day is done already. */
export function EarlyQuestion({ task, onComplete, onClose }: EarlyQuestionProps) {
  const day = describeDay(listDay(task)!, toDayInZone(Date.now(), task.timeZone));
  return (
    <Question
      opened
      destructive={false}
      title={`That is for ${day}`}
      confirm="It is done already"
      onConfirm={onComplete}
      onCancel={onClose}
    >
      <p>
        <strong>{task.title}</strong> is repeated, and this one is for {day}.
      </p>
    </Question>
  );
}

type DeleteQuestionProps = { task: Task; onDelete: (andLater: boolean) => void; onClose: () => void };

/** Asks whether a task, and the later ones of its repetition, are deleted. */
export function DeleteQuestion({ task, onDelete, onClose }: DeleteQuestionProps) {
  const [andLater, setAndLater] = useState(false);
  return (
    <Question
      opened
      title="Delete task"
      confirm="Delete task"
      onConfirm={() => onDelete(andLater)}
      onCancel={onClose}
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
