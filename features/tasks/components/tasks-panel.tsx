import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import type { TaskComments } from "./task-dialogs.tsx";
import styles from "./tasks-panel.module.css";

const TaskFormDialog = createLazyPart(() => import("./task-form-dialog.tsx").then((m) => m.TaskFormDialog));
// Most notes have no task.
const NoteTasks = createLazyPart(() => import("./note-tasks.tsx").then((m) => m.NoteTasks));

type TasksPanelProps = {
  diaryId: string;
  noteId: string;
  mayAdd: boolean;
  comments: TaskComments;
};

/** The tasks that belong to a note, live. */
export function TasksPanel({ diaryId, noteId, mayAdd, comments }: TasksPanelProps) {
  const tasks = useLiveQuery(api.tasks.listNoteTasks, { noteId });
  const [isAdding, setIsAdding] = useState(false);

  return (
    <Section
      title={tasks ? t("notepanels.tasksCount", { count: tasks.length }) : t("notepanels.tasks")}
      isApart
      className={styles.panel}
      id="tasks"
      action={
        mayAdd && (
          <Button
            variant="default"
            className="no-print"
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => setIsAdding(true)}
          >
            {t("notepanels.newTask")}
          </Button>
        )
      }
    >
      {!tasks && <Loading label={t("notepanels.loadingTasks")} rows={1} />}
      {tasks?.length === 0 && <p className={styles.hint}>{t("notepanels.noTasks")}</p>}
      {tasks && tasks.length > 0 && <NoteTasks tasks={tasks} comments={comments} />}
      {isAdding && <TaskFormDialog diaryId={diaryId} noteId={noteId} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}
