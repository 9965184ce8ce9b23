import { Button } from "@mantine/core";
import { IconDoorExit } from "@tabler/icons-react";
import { useState } from "react";
import { api, type Notebook } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { Question } from "../../../ui/question.tsx";
import { useLeaveOrDelete } from "../client/use-leave-or-delete.ts";

/** Leaves another user's notebook. */
export function LeaveNotebook({ notebook }: { notebook: Notebook }) {
  const [isQuestionOpen, setIsQuestionOpen] = useState(false);
  const leave = useLeaveOrDelete(notebook, api.members.leave, {
    done: () => t("info.left", { name: notebook.name }),
    failed: () => t("info.notLeft"),
  });
  return (
    <div className="no-print">
      <Button
        variant="default"
        leftSection={<IconDoorExit size={20} aria-hidden="true" />}
        onClick={() => setIsQuestionOpen(true)}
      >
        {t("info.leaveTitle")}
      </Button>
      <Question
        opened={isQuestionOpen}
        title={t("info.leaveTitle")}
        confirm={t("info.leave")}
        onCancel={() => setIsQuestionOpen(false)}
        onConfirm={leave}
      >
        <p>{t("info.leaveText", { name: notebook.name })}</p>
      </Question>
    </div>
  );
}
