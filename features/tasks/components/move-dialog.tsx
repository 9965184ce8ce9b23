import { TextInput } from "@mantine/core";
import { useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { isDay, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { t } from "../../../lib/words/t.ts";
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
  const [lacksDay, setLacksDay] = useState(false);

  function submit() {
    if (isDay(day)) onMove(day, getTime(time));
    else setLacksDay(true);
  }

  return (
    <FormDialog
      onClose={onClose}
      title={t("taskdialogs.moveTo")}
      size="sm"
      submit={t("taskdialogs.move")}
      onSubmit={submit}
    >
      <p>{task.title}</p>
      <div className={styles.pair}>
        <TextInput
          type="date"
          label={t("shared.day")}
          data-autofocus
          value={day}
          error={lacksDay && t("taskdialogs.chooseDay")}
          onChange={(event) => setDay(event.currentTarget.value)}
        />
        <TextInput
          type="time"
          label={t("shared.time")}
          value={time}
          onChange={(event) => setTime(event.currentTarget.value)}
        />
      </div>
      <ClockNote notebookId={task.diaryId} />
    </FormDialog>
  );
}
