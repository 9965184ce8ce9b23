import type { SearchHit } from "../../../lib/api.ts";
import styles from "./marked-text.module.css";

/** A text with its matches marked; always as text, never as HTML. */
export function Marked({ parts }: { parts: SearchHit["title"] }) {
  return parts.map(({ text, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no identity but their place
      <mark key={index} className={styles.match}>
        {text}
      </mark>
    ) : (
      text
    ),
  );
}
