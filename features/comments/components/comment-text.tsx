import type { MentionablePerson } from "../../../lib/mentions.ts";
import { MentionText } from "../../../ui/mention-text.tsx";
import styles from "./comment-item.module.css";

/** A comment's text: line breaks kept, web addresses clickable, mentions marked, nothing else interpreted. */
export function CommentText(props: { text: string; mentioned: readonly MentionablePerson[] }) {
  return (
    <p className={styles.words}>
      <MentionText {...props} />
    </p>
  );
}
