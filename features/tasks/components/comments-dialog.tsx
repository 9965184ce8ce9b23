import type { ReactNode } from "react";
import type { Task } from "../../../lib/api.ts";
import { Modal } from "../../../ui/modal.tsx";

type CommentsDialogProps = { task: Task; onClose: () => void; children: ReactNode };

/** What was said about a task. */
export function CommentsDialog({ task, onClose, children }: CommentsDialogProps) {
  return (
    <Modal opened onClose={onClose} title={task.title} size="lg">
      {children}
    </Modal>
  );
}
