import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Note } from "../../../lib/api.ts";
import { List } from "../../../ui/list.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { failureText } from "../../notes/client/public.ts";
import { toDoLines } from "../../notes/rules/handover.ts";
import styles from "./handover-reading.module.css";

/** The longest title of a task, in characters. */
const TITLE_LENGTH = 200;

/** What is to be done, line by line, each with a button that makes it a task of the note; those that are tasks say so. */
export function HandoverTasks({ note }: { note: Note }) {
  const tasks = useLiveQuery(api.tasks.listNoteTasks, { noteId: note._id });
  const create = useMutation(api.tasks.createTask);
  const [making, setMaking] = useState<string | null>(null);
  if (note.content.type !== "handover" || !tasks) return null;
  const lines = toDoLines(note.content.data).map((line) => line.slice(0, TITLE_LENGTH));
  const isTask = (line: string) => tasks.some(({ title }) => title === line);
  if (lines.every(isTask)) return null;

  async function make(title: string) {
    setMaking(title);
    try {
      await create({ diaryId: note.diaryId, noteId: note._id, title });
    } catch (error) {
      notifyFailure(failureText("The task couldn't be made", error));
    }
    setMaking(null);
  }

  return (
    <List gap="xs" className={`${styles.tasks} no-print`} aria-label="Make tasks of this">
      {lines
        .filter((line) => !isTask(line))
        .map((line) => (
          <li key={line} className={styles.task}>
            <span>{line}</span>
            <Button
              variant="default"
              loading={making === line}
              leftSection={<IconPlus size={20} aria-hidden="true" />}
              aria-label={`Make a task: ${line}`}
              onClick={() => make(line)}
            >
              Make a task
            </Button>
          </li>
        ))}
    </List>
  );
}
