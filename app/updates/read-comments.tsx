import type { ComponentProps } from "react";
import { CommentsPanel } from "../../features/comments/components/comments-panel.tsx";
import { useReading } from "../../features/updates/client/use-reading.ts";

/** The comments on something that is open before the reader, and so read; those that are new to them say so. */
export function ReadComments(props: Omit<ComponentProps<typeof CommentsPanel>, "newSince">) {
  const newSince = useReading(props.notebook._id, props.targetType, props.targetId);
  return <CommentsPanel {...props} newSince={newSince} />;
}
