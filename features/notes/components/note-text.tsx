import type { MentionablePerson } from "../../../lib/mentions.ts";
import { MentionText } from "../../../ui/mention-text.tsx";
import styles from "./note-text.module.css";

/** A note's text: keeps line breaks, links web addresses, marks mentions, interprets nothing else. */
export function NoteText(props: { text: string; mentioned: readonly MentionablePerson[] }) {
  return (
    <div className={styles.words}>
      <MentionText {...props} />
    </div>
  );
}
