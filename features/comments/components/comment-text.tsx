import type { MentionablePerson } from "../client/mentions.ts";
import { splitText } from "../client/text-parts.ts";
import styles from "./comment-item.module.css";

/** A comment's text: line breaks kept, web addresses clickable, mentions marked, nothing else interpreted. */
export function CommentText({ text, mentioned }: { text: string; mentioned: readonly MentionablePerson[] }) {
  return (
    <p className={styles.words}>
      {splitText(text, mentioned).map((part) => {
        if (part.isMention) return <strong key={part.at}>{part.text}</strong>;
        if (part.href === null) return part.text;
        return (
          <a key={part.at} href={part.href} rel="noopener noreferrer nofollow" target="_blank">
            {part.text}
          </a>
        );
      })}
    </p>
  );
}
