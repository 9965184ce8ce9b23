import type { ComponentProps } from "react";
import { CommentsPanel } from "../../features/comments/components/comments-panel.tsx";
import { useSeenSubject } from "../../features/notifications/client/use-seen.ts";
import { useReading } from "../../features/updates/client/use-reading.ts";

/** The comments on an open item, which marks them as read; new ones are marked. */
export function ReadComments(props: Omit<ComponentProps<typeof CommentsPanel>, "newSince">) {
  const newSince = useReading(props.notebook._id, props.targetType, props.targetId);
  // Reminders and assignments aren't among the news, nor is a mention in a note that was read before.
  useSeenSubject(props.targetType, props.targetId);
  return <CommentsPanel {...props} newSince={newSince} />;
}
