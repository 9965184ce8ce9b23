import { type ReactNode, useDeferredValue } from "react";
import type { NotebookSummary } from "../../../lib/api.ts";
import { formatRelativeTime } from "../../../lib/dates/time.ts";
import { List } from "../../../ui/list.tsx";
import { NotebookCard } from "./notebook-card.tsx";
import styles from "./notebook-grid.module.css";

/** More cards than fit on a screen. */
const FIRST_CARDS = 24;

type NotebookGridProps = {
  notebooks: NotebookSummary[];
  /** Epoch ms; shared by all cards. */
  now: number;
  onShowMembers: (notebook: NotebookSummary) => void;
  /** A tile at the end. */
  children?: ReactNode;
};

/** Notebooks as cards in a responsive grid. */
export function NotebookGrid({ notebooks, now, onShowMembers, children }: NotebookGridProps) {
  // The first cards render at once; the others follow in a transition, with their space reserved.
  const renderedCount = useDeferredValue(Number.POSITIVE_INFINITY, FIRST_CARDS);
  return (
    <List gap="lg" isGrid className={styles.grid}>
      {notebooks.map((notebook, index) =>
        index < renderedCount ? (
          <NotebookCard
            key={notebook._id}
            notebook={notebook}
            age={formatRelativeTime(notebook.updatedAt, now)}
            onShowMembers={onShowMembers}
          />
        ) : (
          <li key={notebook._id} aria-hidden="true" className={styles.later} />
        ),
      )}
      {children}
    </List>
  );
}
