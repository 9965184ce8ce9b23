import type { ComponentProps } from "react";
import { CommentsPanel } from "../../features/comments/components/comments-panel.tsx";
import { useSeenTask } from "../../features/notifications/client/use-seen.ts";
import { useReading } from "../../features/updates/client/use-reading.ts";

/** The comments on an open item, which marks them as read; new ones are marked. */
export function ReadComments(props: Omit<ComponentProps<typeof CommentsPanel>, "newSince">) {
  const newSince = useReading(props.notebook._id, props.targetType, props.targetId);
  // A reminder or an assignment isn't among the news of a task.
  useSeenTask(props.targetType === "task" ? props.targetId : null);
  return <CommentsPanel {...props} newSince={newSince} />;
}
