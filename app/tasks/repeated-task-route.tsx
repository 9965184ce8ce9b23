import { useParams } from "@tanstack/react-router";
import { RepeatedTaskScreen } from "../../features/tasks/screens/repeated-task.tsx";
import { TaskComments } from "./task-comments.tsx";

/** `/tasks/repeated/:taskId`. */
export function RepeatedTaskRoute() {
  const { taskId } = useParams({ from: "/signed-in/tasks/repeated/$taskId" });
  return (
    <RepeatedTaskScreen key={taskId} taskId={taskId} comments={(task) => <TaskComments task={task} />} />
  );
}
