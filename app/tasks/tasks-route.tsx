import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { useRunning } from "../../features/escalation/client/use-running.ts";
import { RunState } from "../../features/escalation/components/run-state.tsx";
import { SeenRows } from "../../features/notifications/components/seen-rows.tsx";
import { type TaskListFilter, toTaskFilter } from "../../features/tasks/client/task-list-filter.ts";
import { TasksScreen } from "../../features/tasks/screens/tasks.tsx";
import { createLazyPart } from "../../ui/lazy-part.tsx";
import { LazyTaskComments } from "./lazy-task-comments.ts";

const OpenedTaskById = createLazyPart(() => import("./opened-task-by-id.tsx").then((m) => m.OpenedTaskById));

/** `/tasks`, with its tab, its notebook and the task that is open in the address. */
export function TasksRoute() {
  const search = useSearch({ from: "/signed-in/tasks" });
  const { task, filter } = useMemo(() => {
    const { task, ...filter } = toTaskFilter(search);
    return { task, filter };
  }, [search]);
  const navigate = useNavigate();
  const runOf = useRunning();
  return (
    <>
      <TasksScreen
        filter={filter}
        onFilter={(next: TaskListFilter) =>
          void navigate({ to: "/tasks", search: toTaskFilter(next), replace: true })
        }
        comments={(task) => <LazyTaskComments task={task} />}
        stateOf={({ _id, title }) => {
          const run = runOf(_id);
          return run ? <RunState run={run} what={title} /> : null;
        }}
      />
      <SeenRows subjectType="task" />
      {task !== undefined && (
        <OpenedTaskById
          key={task}
          taskId={task}
          onClose={() => void navigate({ to: "/tasks", search: filter, replace: true, resetScroll: false })}
        />
      )}
    </>
  );
}
