import { Button } from "@mantine/core";
import { IconCalendarX, IconPlayerPause, IconPlayerPlay, IconTrash } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { ActivatedProgram } from "../../../../lib/api.ts";
import { pluralize } from "../../../../lib/pluralize.ts";
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
  const late = program.expiredTasks > 0 ? "overdue or expired" : "overdue";
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
    <Modal opened={opened} onClose={close} title="Manage Program" closable={!isDeleting}>
      <p className={styles.name}>{program.programName}</p>
      {question === null && (
        <List gap="lg">
          {isRunning && program.status === "active" && (
            <ActionItem words="Take a break: what is still to be done moves on by as many days.">
              <Button
                variant="default"
                leftSection={<IconPlayerPause size={20} aria-hidden="true" />}
                onClick={() => setQuestion("pause")}
              >
                Pause
              </Button>
            </ActionItem>
          )}
          {program.status === "paused" && (
            <ActionItem words="It rests. Going on moves what is still to be done by the days of the break.">
              <Button
                variant="default"
                loading={changes.isBusy}
                leftSection={<IconPlayerPlay size={20} aria-hidden="true" />}
                onClick={changes.resume}
              >
                Resume
              </Button>
            </ActionItem>
          )}
          <ActionItem
            words={
              program.overdueTasks > 0
                ? `${pluralize(program.overdueTasks, "task")} ${late}: cancel what will not be done any more.`
                : "No task is overdue."
            }
          >
            <Button
              variant="default"
              disabled={program.overdueTasks === 0}
              leftSection={<IconCalendarX size={20} aria-hidden="true" />}
              onClick={() => setQuestion("cancel")}
            >
              Cancel overdue tasks
            </Button>
          </ActionItem>
          <ActionItem words="Delete the program from this notebook, with all of its tasks.">
            <Button
              variant="outline"
              color="red"
              leftSection={<IconTrash size={20} aria-hidden="true" />}
              onClick={() => setQuestion("delete")}
            >
              Delete program
            </Button>
          </ActionItem>
        </List>
      )}
      {question === "pause" && (
        <PauseProgram timeZone={timeZone} isBusy={changes.isBusy} onPause={pause} onBack={back} />
      )}
      {question === "cancel" && (
        <ManageQuestion
          confirm="Cancel the tasks"
          back="Keep them"
          isBusy={changes.isBusy}
          onConfirm={cancelOverdue}
          onBack={back}
        >
          Cancel {pluralize(program.overdueTasks, `${late} task`)} of this program? They count as cancelled
          for everyone, and leave the progress.
        </ManageQuestion>
      )}
      {question === "delete" && (
        <ManageQuestion
          confirm="Delete program and tasks"
          back="Keep it"
          isBusy={isDeleting}
          onConfirm={onDelete}
          onBack={back}
        >
          Delete “{program.programName}” with {pluralize(program.totalTasks, "task")}, also the{" "}
          {program.completedTasks} completed, its comments and its progress? This can't be undone.
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
