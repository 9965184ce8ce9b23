import { useState } from "react";
import { shortenTableCell } from "../rules.ts";
import styles from "./cell-text.module.css";

/**
 * A text in a table cell. A long one is truncated; a click, a tap or Enter toggles the full text, hovering shows it,
 * and print always contains it.
 */
export function CellText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const cut = shortenTableCell(text);
  if (cut === text) return text;
  return (
    <>
      <button
        type="button"
        className={`${styles.cell} no-print`}
        title={isWhole ? undefined : text}
        aria-expanded={isWhole}
        onClick={() => setIsWhole(!isWhole)}
      >
        {isWhole ? text : cut}
      </button>
      <span className={styles.onPaper}>{text}</span>
    </>
  );
}
