import type { ComponentProps } from "react";
import { CommentsPanel } from "../../features/comments/components/comments-panel.tsx";
import { useSeenTask } from "../../features/notifications/client/use-seen.ts";
import { useReading } from "../../features/updates/client/use-reading.ts";

/** The comments on something that is open before the reader, and so read; those that are new to them say so. */
export function ReadComments(props: Omit<ComponentProps<typeof CommentsPanel>, "newSince">) {
  const newSince = useReading(props.notebook._id, props.targetType, props.targetId);
  // A reminder, or that one was given it, isn't among what is new on a task.
  useSeenTask(props.targetType === "task" ? props.targetId : null);
  return <CommentsPanel {...props} newSince={newSince} />;
}
