import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { isDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { FormDialog } from "../../../ui/form-dialog.tsx";
import { ClockNote } from "../../notebooks/client/public.ts";
import { getTime, toTaskValues } from "../client/task-values.ts";
import styles from "./task-form.module.css";

type MoveDialogProps = {
  task: Task;
  /** The day, `YYYY-MM-DD`, and the time in ms after midnight, null for the whole day. */
  onMove: (day: string, time: number | null) => void;
  onClose: () => void;
};

/** Moves a task to another day; its time stays unless it is changed too. */
export function MoveDialog({ task, onMove, onClose }: MoveDialogProps) {
  const now = toTaskValues(task);
  const [day, setDay] = useState(now.day || now.dueDay || toDayInZone(Date.now(), task.timeZone));
  const [time, setTime] = useState(now.day ? now.time : now.dueTime);
  const [error, setError] = useState<string | null>(null);

  function submit() {
    if (isDay(day)) onMove(day, getTime(time));
    else setError("Please choose a day");
  }

  return (
    <FormDialog onClose={onClose} title="Move to" size="sm" submit="Move" onSubmit={submit}>
      <p>{task.title}</p>
      <div className={styles.pair}>
        <TextInput
          type="date"
          label="Day"
          data-autofocus
          value={day}
          error={error}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label="Time"
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      </div>
      <ClockNote notebookId={task.diaryId} />
    </FormDialog>
  );
}
