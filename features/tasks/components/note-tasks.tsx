import { Button } from "@mantine/core";
import { useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { List } from "../../../ui/list.tsx";
import { useMinute } from "../../../ui/use-now.ts";
import { getSkippableTasks } from "../client/skippable-tasks.ts";
import { useTaskWrites } from "../client/use-task-writes.ts";
import { isFinished } from "../rules/states.ts";
import { SeriesProblems } from "./series-problems.tsx";
import { type TaskComments, useTaskDialogs } from "./task-dialogs.tsx";
import { TaskRow } from "./task-row.tsx";

/** A program creates hundreds of tasks; a note shows the next ones, and the others on request. */
const SHOWN_AT_FIRST = 8;

/** The tasks of a note with their actions: open ones first, then finished ones. */
export function NoteTasks({ tasks, comments }: { tasks: Task[]; comments: TaskComments }) {
  const now = useMinute();
  const writes = useTaskWrites();
  const { open, dialogs } = useTaskDialogs(writes, comments);
  const [showsAll, setShowsAll] = useState(false);
  const ordered = [...tasks.filter((task) => !isFinished(task)), ...tasks.filter((task) => isFinished(task))];
  const skippable = getSkippableTasks(tasks, now);

  return (
    <>
      <SeriesProblems tasks={ordered} onOpen={open} />
      <List gap="xs" hasMenus>
        {ordered.slice(0, showsAll ? undefined : SHOWN_AT_FIRST).map((task) => (
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
      {ordered.length > SHOWN_AT_FIRST && (
        <Button
          variant="default"
          mt="sm"
          className="no-print"
          aria-expanded={showsAll}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll ? t("notepanels.showNext") : t("notepanels.showAll", { count: ordered.length })}
        </Button>
      )}
      {dialogs}
    </>
  );
}
