import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useState } from "react";
import { api } from "../../../lib/api.ts";
import { lazyPart } from "../../../ui/lazy-part.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { Section } from "../../../ui/section.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { skippableTasks } from "../client/skippable-tasks.ts";
import { useTaskWrites } from "../client/use-task-writes.ts";
import { isFinished } from "../rules/states.ts";
import { SeriesProblems } from "./series-problems.tsx";
import { type TaskComments, useTaskDialogs } from "./task-dialogs.tsx";
import { TaskRow } from "./task-row.tsx";
import styles from "./tasks-panel.module.css";

const TaskFormDialog = lazyPart(() => import("./task-form-dialog.tsx").then((m) => m.TaskFormDialog));

/** A program creates hundreds of tasks; a note shows the next ones, and the others on request. */
const SHOWN_AT_FIRST = 8;

type TasksPanelProps = {
  diaryId: string;
  noteId: string;
  mayAdd: boolean;
  comments: TaskComments;
};

/** The tasks that belong to a note, live: open ones first, then finished ones. */
export function TasksPanel({ diaryId, noteId, mayAdd, comments }: TasksPanelProps) {
  const now = useMinute();
  const tasks = useLiveQuery(api.tasks.listNoteTasks, { noteId });
  const writes = useTaskWrites();
  const { open, dialogs } = useTaskDialogs(writes, comments);
  const [isAdding, setIsAdding] = useState(false);
  const [showsAll, setShowsAll] = useState(false);
  const ordered = tasks && [
    ...tasks.filter((task) => !isFinished(task)),
    ...tasks.filter((task) => isFinished(task)),
  ];
  const shown = showsAll ? ordered : ordered?.slice(0, SHOWN_AT_FIRST);
  const skippable = tasks ? skippableTasks(tasks, now) : new Set<string>();

  return (
    <Section
      title={tasks ? `Tasks (${tasks.length})` : "Tasks"}
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
            New task
          </Button>
        )
      }
    >
      {!ordered && <Loading label="Loading tasks..." rows={1} />}
      {ordered && <SeriesProblems tasks={ordered} onOpen={open} />}
      {ordered?.length === 0 && <p className={styles.hint}>No tasks yet</p>}
      {shown && shown.length > 0 && (
        <List gap="xs" hasMenus>
          {shown.map((task) => (
            <TaskRow
              key={task._id}
              task={task}
              now={now}
              writes={writes}
              onOpen={open}
              canSkip={skippable.has(task._id)}
              showsNotebook={false}
            />
          ))}
        </List>
      )}
      {ordered && ordered.length > SHOWN_AT_FIRST && (
        <Button
          variant="default"
          mt="sm"
          className="no-print"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? "Show the next ones only" : `Show all ${ordered.length} tasks`}
        </Button>
      )}
      {dialogs}
      {isAdding && <TaskFormDialog diaryId={diaryId} noteId={noteId} onClose={() => setIsAdding(false)} />}
    </Section>
  );
}
