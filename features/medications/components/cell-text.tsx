import { useState } from "react";
import { tableCell } from "../rules.ts";
import styles from "./cell-text.module.css";

/**
 * A text in a cell. A long one is cut; a click, a tap or Enter shows the whole of it and cuts it again, the mouse shows
 * it in passing, paper always has it.
 */
export function CellText({ text }: { text: string }) {
  const [isWhole, setIsWhole] = useState(false);
  const cut = tableCell(text);
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
