import { useNavigate, useSearch } from "@tanstack/react-router";
import { useMemo } from "react";
import { type TaskListFilter, taskFilterOfSearch } from "../../features/tasks/client/task-list-filter.ts";
import { TasksScreen } from "../../features/tasks/screens/tasks.tsx";
import { TaskComments } from "./task-comments.tsx";

/** `/tasks`, with its tab and its notebook in the address. */
export function TasksRoute() {
  const search = useSearch({ from: "/signed-in/tasks" });
  const filter = useMemo(() => taskFilterOfSearch(search), [search]);
  const navigate = useNavigate();
  return (
    <TasksScreen
      filter={filter}
      onFilter={(next: TaskListFilter) =>
        void navigate({ to: "/tasks", search: taskFilterOfSearch(next), replace: true })
      }
      comments={(task) => <TaskComments task={task} />}
    />
  );
}
