import { Alert, Button } from "@mantine/core";
import { IconRepeatOff } from "@tabler/icons-react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkButton } from "../../../ui/link-button.tsx";
import { Rich } from "../../../ui/rich.tsx";
import type { TaskDialogName } from "../client/task-dialog-name.ts";

type SeriesProblemsProps = {
  tasks: readonly Task[];
  onOpen: (dialog: TaskDialogName, task: Task) => void;
};

/** Lists repeated tasks that couldn't be continued, with the reason and the remedy; for users who may plan them. */
export function SeriesProblems({ tasks, onOpen }: SeriesProblemsProps) {
  // The last task of each series: ending the series there deletes no other task.
  const failedSeries = new Map<string, Task>();
  for (const task of tasks) {
    const last = failedSeries.get(task.seriesId ?? "");
    if (task.seriesId === null || !task.seriesProblem || !task.canPlan) continue;
    if ((task.scheduledDate ?? 0) >= (last?.scheduledDate ?? 0)) failedSeries.set(task.seriesId, task);
  }
  return [...failedSeries.values()].map((task) => (
    <Alert
      key={task.seriesId}
      color="red"
      variant="outline"
      mb="md"
      icon={<IconRepeatOff aria-hidden="true" />}
      title={task.title}
    >
      <p>{t("tasks.notContinued", { problem: task.seriesProblem! })}</p>
      {task.seriesProblem === "zone" ? (
        <LinkButton variant="default" to="/care/$diaryId/edit" params={{ diaryId: task.diaryShortId }}>
          {t("tasks.chooseZone")}
        </LinkButton>
      ) : (
        task.canDelete && (
          <Button variant="default" onClick={() => onOpen("delete", task)}>
            <Rich text="tasks.endIt" values={{ title: task.title }} />
          </Button>
        )
      )}
    </Alert>
  ));
}
