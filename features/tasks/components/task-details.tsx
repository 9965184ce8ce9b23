import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import type { ReactNode } from "react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Modal } from "../../../ui/modal.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import styles from "./task-details.module.css";
import { TaskMeta } from "./task-row.tsx";

type TaskDetailsProps = { task: Task; onEdit: () => void; onClose: () => void; comments: ReactNode };

/** All details of a task, the link to its note, and its comments. */
export function TaskDetails({ task, onEdit, onClose, comments }: TaskDetailsProps) {
  const now = useMinute();
  return (
    <Modal opened onClose={onClose} title={task.title} size="lg">
      <div className={styles.details}>
        {task.description && <p className={styles.description}>{task.description}</p>}
        <TaskMeta task={task} now={now} showsNotebook showsDate />
        {task.canEdit && (
          <Button
            variant="default"
            leftSection={<IconPencil size={20} aria-hidden="true" />}
            onClick={onEdit}
          >
            {t("tasks.edit")}
          </Button>
        )}
      </div>
      {comments}
    </Modal>
  );
}
