import { usePaginatedQuery } from "convex/react";
import { type ReactNode, useMemo, useState } from "react";
import { api, type Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { BackLink } from "../../../ui/back-link.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { LinkButton } from "../../../ui/link-button.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { MoreButton } from "../../../ui/more-button.tsx";
import { PageHeader } from "../../../ui/page-header.tsx";
import { Section } from "../../../ui/section.tsx";
import { Soft } from "../../../ui/text.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { describeFrequency } from "../client/frequency-words.ts";
import { useTaskWrites } from "../client/use-task-writes.ts";
import { type TaskComments, useTaskDialogs } from "../components/task-dialogs.tsx";
import { TaskHistory } from "../components/task-history.tsx";
import { TaskRow } from "../components/task-row.tsx";
import { getRepetition } from "../rules/repeated.ts";
import type { TaskPart } from "../schema.ts";
import styles from "./repeated-task.module.css";

const TASKS_A_PAGE = 30;

type RepeatedTaskProps = { taskId: string; comments: TaskComments };

/** `/tasks/repeated/:taskId`: all tasks of a task's activity or series, upcoming and past; live. */
export function RepeatedTaskScreen({ taskId, comments }: RepeatedTaskProps) {
  const task = useLiveQuery(api.tasks.getTask, { taskId });
  const now = useMinute();
  const writes = useTaskWrites();
  const { open, dialogs } = useTaskDialogs(writes, comments);
  if (task === undefined) return <Loading label={t("repeated.loading")} />;
  if (task === null) {
    return (
      <EmptyState asPage title={t("repeated.notFound")} text={t("repeated.notFoundText")}>
        <LinkButton to="/tasks">{t("repeated.allTasks")}</LinkButton>
      </EmptyState>
    );
  }
  const row = (one: Task) => (
    <TaskRow key={one._id} task={one} now={now} writes={writes} onOpen={open} showsNotebook={false} />
  );
  return (
    <>
      <PageHeader
        title={task.title}
        above={<BackLink to="/tasks">{t("repeated.allTasks")}</BackLink>}
        subtitle={[describeFrequency(task), task.diarySubject.trim() || t("shared.unknownSubject")]
          .filter(Boolean)
          .join(", ")}
      />
      {getRepetition(task) !== null && <TaskHistory task={task} now={now} />}
      <Part taskId={taskId} part="open" title={t("repeated.open")} empty={t("repeated.noneOpen")} row={row} />
      <Part taskId={taskId} part="over" title={t("repeated.over")} empty={t("repeated.noneOver")} row={row} />
      {dialogs}
    </>
  );
}

type PartProps = {
  taskId: string;
  part: TaskPart;
  title: string;
  empty: string;
  row: (task: Task) => ReactNode;
};

function Part({ taskId, part, title, empty, row }: PartProps) {
  // The moment of the first request is kept: a new one would restart the list.
  const [at] = useState(Date.now);
  const args = useMemo(() => ({ taskId, part, at }), [taskId, part, at]);
  const list = usePaginatedQuery(api.tasks.pageRepeated, args, { initialNumItems: TASKS_A_PAGE });
  return (
    <Section title={title} isApart>
      {list.status === "LoadingFirstPage" ? (
        <Loading label={t("repeated.loading")} />
      ) : list.results.length === 0 ? (
        <Soft>{empty}</Soft>
      ) : (
        <List gap="xs" hasMenus className={styles.rows}>
          {list.results.map(row)}
        </List>
      )}
      <MoreButton list={list} count={TASKS_A_PAGE}>
        {part === "open" ? t("tasks.showMore") : t("tasks.showEarlier")}
      </MoreButton>
    </Section>
  );
}
