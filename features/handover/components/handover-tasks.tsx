import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useMutation } from "convex/react";
import { useState } from "react";
import { api, type Note } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { notifyFailure } from "../../../ui/notify.ts";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { describeFailure, NoteText } from "../../notes/client/public.ts";
import { toDoLines } from "../../notes/rules/handover.ts";
import styles from "./handover-reading.module.css";

/** The longest title of a task, in characters. */
const TITLE_LENGTH = 200;

/** The next steps line by line, each with a button that makes it a task of the note; lines that are tasks have none. */
export function HandoverTasks({ note }: { note: Note }) {
  const tasks = useLiveQuery(api.tasks.listNoteTasks, { noteId: note._id });
  const create = useMutation(api.tasks.createTask);
  const [making, setMaking] = useState<string | null>(null);
  if (note.content.type !== "handover") return null;
  const toTitle = (line: string) => line.slice(0, TITLE_LENGTH);
  const mayBecomeTask = (line: string) =>
    tasks !== undefined && tasks !== null && !tasks.some(({ title }) => title === toTitle(line));

  async function make(line: string) {
    setMaking(line);
    try {
      await create({ diaryId: note.diaryId, noteId: note._id, title: toTitle(line) });
    } catch (error) {
      notifyFailure(describeFailure(t("handovernote.taskNotMade"), error));
    }
    setMaking(null);
  }

  return (
    <List gap="xs" className={styles.tasks}>
      {toDoLines(note.content.data).map((line) => (
        <li key={line} className={styles.task}>
          <NoteText text={line} mentioned={note.mentioned} />
          {mayBecomeTask(line) && (
            <Button
              variant="default"
              className="no-print"
              loading={making === line}
              leftSection={<IconPlus size={20} aria-hidden="true" />}
              aria-label={t("handovernote.makeTaskOf", { line })}
              onClick={() => make(line)}
            >
              {t("handovernote.makeTask")}
            </Button>
          )}
        </li>
      ))}
    </List>
  );
}
