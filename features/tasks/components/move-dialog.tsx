import { Button, Group, TextInput } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { startOfLocalDay, toDateField } from "../../../lib/time.ts";
import { Modal } from "../../../ui/modal.tsx";
import styles from "./task-form.module.css";
import { momentOf, timeField } from "./task-values.ts";

type MoveDialogProps = { task: Task; onMove: (scheduledDate: number) => void; onClose: () => void };

/** Moves a task to another day; it keeps its hour unless that is changed as well. */
export function MoveDialog({ task, onMove, onClose }: MoveDialogProps) {
  const now = task.scheduledDate ?? task.dueDate ?? startOfLocalDay(Date.now());
  const [day, setDay] = useState(toDateField(now));
  const [time, setTime] = useState(timeField(now));
  const [error, setError] = useState<string | null>(null);

  function submit(event: FormEvent) {
    event.preventDefault();
    const at = momentOf(day, time);
    if (at === null) setError("Please choose a day");
    else onMove(at);
  }

  return (
    <Modal opened onClose={onClose} title="Move to" size="sm">
      <form onSubmit={submit} noValidate>
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
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit">Move</Button>
        </Group>
      </form>
    </Modal>
  );
}
