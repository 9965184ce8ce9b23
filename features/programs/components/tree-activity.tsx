import { IconAlertTriangle } from "@tabler/icons-react";
import { t } from "../../../lib/words/t.ts";
import { describeRecurrence } from "../client/program-words.ts";
import type { ProgramActivity } from "../rules.ts";
import styles from "./program-tree.module.css";
import { TreeItem, type TreeState } from "./tree-item.tsx";

/** An activity with its contraindicators and tasks. */
export function TreeActivity({ activity, ...state }: { activity: ProgramActivity } & TreeState) {
  const { activityId, title, description, contraindicators, tasks } = activity;
  const facts = [describeRecurrence(activity)];
  if (tasks.length > 0) facts.push(t("library.tasks", { count: tasks.length }));
  return (
    <TreeItem
      {...state}
      itemKey={`activity ${activityId}`}
      level={2}
      title={title}
      facts={facts}
      mark={
        contraindicators.length > 0 && (
          <IconAlertTriangle
            size={20}
            className={styles.mark}
            role="img"
            aria-label={t("library.hasContraindicators")}
          />
        )
      }
      details={
        <>
          {description && <p className={styles.text}>{description}</p>}
          {contraindicators.length > 0 && (
            <div className={styles.contraindicators}>
              <p className={styles.label}>
                <IconAlertTriangle size={18} aria-hidden="true" /> {t("library.contraindicators")}
              </p>
              <ul>
                {contraindicators.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            </div>
          )}
        </>
      }
    >
      {tasks.map((task) => (
        <TreeItem
          key={task.taskId}
          {...state}
          itemKey={`task ${activityId} ${task.taskId}`}
          level={3}
          title={task.title}
          facts={[]}
          details={task.description && <p className={styles.text}>{task.description}</p>}
        />
      ))}
    </TreeItem>
  );
}
