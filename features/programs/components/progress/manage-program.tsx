import { Button } from "@mantine/core";
import { IconCalendarX, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ActivatedProgram } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { List } from "../../../../ui/list.tsx";
import { Modal } from "../../../../ui/modal.tsx";
import { useProgramChanges } from "../../client/use-program-changes.ts";
import styles from "./manage-program.module.css";
import { ManageQuestion } from "./manage-question.tsx";
import { PauseProgram } from "./pause-program.tsx";

type ManageProgramProps = {
  program: ActivatedProgram;
  timeZone: string;
  opened: boolean;
  isDeleting: boolean;
  onClose: () => void;
  onDelete: () => void;
};

/** The dialog "Manage Program": pause, cancel overdue tasks, delete. Irreversible actions need confirmation. */
export function ManageProgram(props: ManageProgramProps) {
  const { program, timeZone, opened, isDeleting, onClose, onDelete } = props;
  const [question, setQuestion] = useState<"pause" | "cancel" | "delete" | null>(null);
  const changes = useProgramChanges(program);
  const back = () => setQuestion(null);
  // Cancelling covers both; the tasks page calls tasks whose phase is over expired.
  const values = { count: program.overdueTasks, late: program.expiredTasks > 0 ? "expired" : "overdue" };
  const isRunning = program.status === "active" || program.status === "paused";

  function close() {
    setQuestion(null);
    onClose();
  }

  async function cancelOverdue() {
    await changes.cancelOverdue();
    setQuestion(null);
  }

  async function pause(until: number | undefined) {
    await changes.pause(until);
    setQuestion(null);
  }

  return (
    <Modal opened={opened} onClose={close} title={t("managing.title")} closable={!isDeleting}>
      <p className={styles.name}>{program.programName}</p>
      {question === null && (
        <List gap="lg">
          {isRunning && program.status === "active" && (
            <ActionItem words={t("managing.takeBreak")}>
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={20} aria-hidden="true" />}
                onClick={() => setQuestion("pause")}
              >
                {t("managing.pause")}
              </Button>
            </ActionItem>
          )}
          {program.status === "paused" && (
            <ActionItem words={t("managing.rests")}>
              <Button
                variant="default"
                loading={changes.isBusy}
                leftSection={<IconPlayerPlay size={20} aria-hidden="true" />}
                onClick={changes.resume}
              >
                {t("managing.resume")}
              </Button>
            </ActionItem>
          )}
          <ActionItem words={program.overdueTasks > 0 ? t("managing.late", values) : t("managing.noneLate")}>
            <Button
              variant="default"
              disabled={program.overdueTasks === 0}
              leftSection={<IconCalendarX size={20} aria-hidden="true" />}
              onClick={() => setQuestion("cancel")}
            >
              {t("managing.cancelLate")}
            </Button>
          </ActionItem>
          <ActionItem words={t("managing.whatDeleteDoes")}>
            <Button
              variant="outline"
              color="red"
              leftSection={<IconTrash size={20} aria-hidden="true" />}
              onClick={() => setQuestion("delete")}
            >
              {t("managing.delete")}
            </Button>
          </ActionItem>
        </List>
      )}
      {question === "pause" && (
        <PauseProgram timeZone={timeZone} isBusy={changes.isBusy} onPause={pause} onBack={back} />
      )}
      {question === "cancel" && (
        <ManageQuestion
          confirm={t("managing.cancelTasks")}
          back={t("managing.keepTasks")}
          isBusy={changes.isBusy}
          onConfirm={cancelOverdue}
          onBack={back}
        >
          {t("managing.askCancel", values)}
        </ManageQuestion>
      )}
      {question === "delete" && (
        <ManageQuestion
          confirm={t("managing.deleteAll")}
          back={t("managing.keepProgram")}
          isBusy={isDeleting}
          onConfirm={onDelete}
          onBack={back}
        >
          {t("managing.askDelete", {
            name: program.programName,
            count: program.totalTasks,
            done: program.completedTasks,
          })}
        </ManageQuestion>
      )}
    </Modal>
  );
}

function ActionItem({ words, children }: { words: string; children: ReactNode }) {
  return (
    <li className={styles.way}>
      <p className={styles.words}>{words}</p>
      {children}
    </li>
  );
}
