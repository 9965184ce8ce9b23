import { IconChevronRight } from "@tabler/icons-react";
import { Children, type ReactNode, useId } from "react";
import styles from "./program-tree.module.css";

/** Which items of the tree are expanded, and which one Tab focuses. */
export type TreeState = {
  open: ReadonlySet<string>;
  toggle: (key: string, isOpen: boolean) => void;
  current: string | null;
};

type TreeItemProps = TreeState & {
  itemKey: string;
  level: 1 | 2 | 3;
  title: string;
  /** Short text next to the title. */
  facts: readonly string[];
  mark?: ReactNode;
  /** The content of an expanded item; a task always shows it. */
  details: ReactNode;
  children?: ReactNode;
};

/** One item of the tree with its children (ARIA pattern "tree view"); tasks can't be expanded. */
export function TreeItem({
  open,
  toggle,
  current,
  itemKey,
  level,
  title,
  facts,
  mark,
  details,
  children,
}: TreeItemProps) {
  const labelId = useId();
  const isLeaf = level === 3;
  const isOpen = isLeaf || open.has(itemKey);
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-labelledby={labelId}
      aria-expanded={isLeaf ? undefined : isOpen}
      tabIndex={current === itemKey ? 0 : -1}
      data-key={itemKey}
      data-level={level}
      className={styles.item}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the keys of the whole item are the tree's */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the same */}
      <div id={labelId} className={styles.row} onClick={isLeaf ? undefined : () => toggle(itemKey, !isOpen)}>
        {isLeaf ? (
          <span className={styles.dot} aria-hidden="true" />
        ) : (
          <IconChevronRight size={20} className={styles.chevron} aria-hidden="true" />
        )}
        <span className={styles.words}>
          <span className={styles.title}>{title}</span>{" "}
          {facts.length > 0 && <span className={styles.facts}>{facts.join(" · ")}</span>}
        </span>
        {mark}
      </div>
      {isOpen && details && <div className={styles.details}>{details}</div>}
      {isOpen && Children.count(children) > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be no part of a tree
        <div role="group" className={styles.group}>
          {children}
        </div>
      )}
    </div>
  );
}
