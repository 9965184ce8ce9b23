import { Button } from "@mantine/core";
import { IconDoorExit } from "@tabler/icons-react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { Question } from "../../../ui/question.tsx";
import { useLeaveOrDelete } from "../client/use-leave-or-delete.ts";
import { LEAVING } from "../rules/leaving.ts";

/** Leaves another user's notebook. */
export function LeaveNotebook({ notebook }: { notebook: Notebook }) {
  const [isQuestionOpen, setIsQuestionOpen] = useState(false);
  const leave = useLeaveOrDelete(notebook, api.members.leave, {
    done: `You left “${notebook.name}”.`,
    failed: "Failed to leave the notebook",
  });
  return (
    <div className="no-print">
      <Button
        variant="default"
        leftSection={<IconDoorExit size={20} aria-hidden="true" />}
        onClick={() => setIsQuestionOpen(true)}
      >
        Leave this notebook
      </Button>
      <Question
        opened={isQuestionOpen}
        title="Leave this notebook"
        confirm="Leave"
        onCancel={() => setIsQuestionOpen(false)}
        onConfirm={leave}
      >
        <p>{`Are you sure you want to leave “${notebook.name}”? ${LEAVING}`}</p>
      </Question>
    </div>
  );
}
