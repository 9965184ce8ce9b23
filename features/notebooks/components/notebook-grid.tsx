import type { ReactNode } from "react";
import type { NotebookSummary } from "../../../lib/api.ts";
import { NotebookCard } from "./notebook-card.tsx";
import styles from "./notebook-grid.module.css";

type NotebookGridProps = {
  notebooks: NotebookSummary[];
  now: number;
  onShowMembers: (notebook: NotebookSummary) => void;
  /** A last tile. */
  children?: ReactNode;
};

/** Notebooks as cards, as many beside each other as there is room for. */
export function NotebookGrid({ notebooks, now, onShowMembers, children }: NotebookGridProps) {
  return (
    <ul className={styles.grid}>
      {notebooks.map((notebook) => (
        <NotebookCard key={notebook._id} notebook={notebook} now={now} onShowMembers={onShowMembers} />
      ))}
      {children}
    </ul>
  );
}
