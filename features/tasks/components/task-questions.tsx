import { Checkbox } from "@mantine/core";
import { useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { describeDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
import { Question } from "../../../ui/question.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { listDay } from "../rules/states.ts";

type EarlyQuestionProps = { task: Task; onComplete: () => void; onClose: () => void };

/** Asks whether a task of another day is done already. */
export function EarlyQuestion({ task, onComplete, onClose }: EarlyQuestionProps) {
  const day = describeDay(listDay(task)!, toDayInZone(Date.now(), task.timeZone));
  return (
    <Question
      opened
      destructive={false}
      title={t("taskdialogs.earlyTitle", { day })}
      confirm={t("taskdialogs.doneAlready")}
      onConfirm={onComplete}
      onCancel={onClose}
    >
      <p>
        <Rich
          text="taskdialogs.early"
          values={{ b: (parts) => <strong>{parts}</strong>, title: task.title, day }}
        />
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
      title={t("taskdialogs.deleteTitle")}
      confirm={t("taskdialogs.deleteTitle")}
      onConfirm={() => onDelete(andLater)}
      onCancel={onClose}
    >
      <p>
        <Rich
          text="taskdialogs.askDelete"
          values={{ b: (parts) => <strong>{parts}</strong>, title: task.title }}
        />
      </p>
      {task.seriesId === null ? (
        task.isRecurring && <p>{t("taskdialogs.onlyThis")}</p>
      ) : (
        <Checkbox
          label={t("taskdialogs.andLater")}
          checked={andLater}
          onChange={(event) => setAndLater(event.currentTarget.checked)}
          mb="md"
        />
      )}
    </Question>
  );
}
