import { RunningState } from "../../features/escalation/components/running-state.tsx";
import { api, type Task } from "../../lib/api.ts";
import { t } from "../../lib/words/t.ts";
import { Loading } from "../../ui/loading.tsx";
import { useLiveQuery } from "../../ui/use-live-query.ts";
import { ReadComments } from "../updates/read-comments.tsx";

/** The comments on a task, wherever it is listed. */
export function TaskComments({ task }: { task: Task }) {
  const notebook = useLiveQuery(api.diaries.getDiary, { diaryId: task.diaryId });
  if (!notebook) return <Loading label={t("tasks.loadingComments")} rows={1} />;
  return (
    <>
      <RunningState subjectId={task._id} what={task.title} />
      <ReadComments notebook={notebook} targetType="task" targetId={task._id} audience={task.audience} />
    </>
  );
}
