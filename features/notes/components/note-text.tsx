import { linkify } from "../../../lib/linkify.ts";
import styles from "./note-text.module.css";

/** A note's text: keeps line breaks, links web addresses, interprets nothing else. */
export function NoteText({ text }: { text: string }) {
  return (
    <div className={styles.words}>
      {linkify(text).map((part) =>
        part.href ? (
          <a key={part.at} href={part.href} rel="noopener noreferrer nofollow" target="_blank">
            {part.text}
          </a>
        ) : (
          part.text
        ),
      )}
    </div>
  );
}
