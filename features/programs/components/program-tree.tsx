import { Button } from "@mantine/core";
import { useId, useState } from "react";
import type { Program } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { describeDayRange } from "../client/program-words.ts";
import { useTreeKeys } from "../client/use-tree-keys.ts";
import styles from "./program-tree.module.css";
import { TreeActivity } from "./tree-activity.tsx";
import { TreeItem } from "./tree-item.tsx";

type Content = Program["content"];

/** The expandable items: all phases, and the activities with content. */
const phaseKeys = ({ phases }: Content) => phases.map(({ phaseId }) => `phase ${phaseId}`);
const activityKeys = ({ phases }: Content) =>
  phases.flatMap(({ activities }) => activities.map(({ activityId }) => `activity ${activityId}`));

/** A tree of phases, activities and tasks. Phases start expanded, activities collapsed (decisions 737). */
export function ProgramTree({ content }: { content: Content }) {
  const headingId = useId();
  const [open, setOpen] = useState<ReadonlySet<string>>(() => new Set(phaseKeys(content)));
  const toggle = (key: string, isOpen: boolean) => {
    const next = new Set(open);
    if (isOpen) next.add(key);
    else next.delete(key);
    setOpen(next);
  };
  const { tree, onKeyDown, onFocus, current, forget } = useTreeKeys(toggle);
  function collapseAll() {
    setOpen(new Set());
    forget();
  }
  const [first] = phaseKeys(content);
  const props = { open, toggle, current: current ?? first ?? null };

  return (
    <section aria-labelledby={headingId}>
      <div className={styles.head}>
        <h2 id={headingId} className={styles.heading}>
          {t("library.content")}
        </h2>
        <div className={`${styles.buttons} no-print`}>
          <Button
            variant="default"
            onClick={() => setOpen(new Set([...phaseKeys(content), ...activityKeys(content)]))}
          >
            {t("library.expandAll")}
          </Button>
          <Button variant="default" onClick={collapseAll}>
            {t("library.collapseAll")}
          </Button>
        </div>
      </div>
      <div
        ref={tree}
        role="tree"
        aria-labelledby={headingId}
        className={styles.tree}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
      >
        {content.phases.map((phase) => (
          <TreeItem
            key={phase.phaseId}
            {...props}
            itemKey={`phase ${phase.phaseId}`}
            level={1}
            title={phase.title}
            facts={[
              describeDayRange(phase.dayRange),
              t("library.activities", { count: phase.activities.length }),
            ]}
            details={
              <>
                {phase.description && <p className={styles.text}>{phase.description}</p>}
                {phase.guidance && <p className={styles.guidance}>{phase.guidance}</p>}
              </>
            }
          >
            {phase.activities.map((activity) => (
              <TreeActivity key={activity.activityId} activity={activity} {...props} />
            ))}
          </TreeItem>
        ))}
      </div>
    </section>
  );
}
