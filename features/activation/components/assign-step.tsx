import { NativeSelect } from "@mantine/core";
import { List } from "../../../ui/list.tsx";
import type { ProgramActivity } from "../../programs/rules.ts";
import type { Assignees } from "../client/assignees.ts";
import styles from "./steps.module.css";

type AssignStepProps = {
  /** The selected activities. */
  activities: ProgramActivity[];
  frequencyOf: (activity: ProgramActivity) => string;
  assigneeOf: (activity: ProgramActivity) => string | null;
  assignees: Assignees;
  onAssign: (activityIds: string[], assignedTo: string | null) => void;
};

/** Step 3: assigns activities to members; nobody is a valid choice. */
export function AssignStep({ activities, frequencyOf, assigneeOf, assignees, onAssign }: AssignStepProps) {
  const all = activities.map(({ activityId }) => activityId);
  const assigneeIds = new Set(activities.map((activity) => assigneeOf(activity) ?? ""));
  const common = assigneeIds.size === 1 ? [...assigneeIds][0]! : null;
  return (
    <>
      <NativeSelect
        label="Assign all to"
        className={styles.everyone}
        value={common ?? "mixed"}
        data={
          common === null
            ? [{ value: "mixed", label: "Different people", disabled: true }, ...assignees.options]
            : assignees.options
        }
        onChange={({ currentTarget }) => onAssign(all, currentTarget.value || null)}
      />
      <List aria-label="Activities">
        {activities.map((activity) => (
          <li key={activity.activityId} className={styles.person}>
            <div>
              <strong>{activity.title}</strong>
              <span className={styles.soft}>{frequencyOf(activity)}</span>
            </div>
            <NativeSelect
              aria-label={`Who does ${activity.title}`}
              value={assigneeOf(activity) ?? ""}
              data={assignees.options}
              onChange={({ currentTarget }) => onAssign([activity.activityId], currentTarget.value || null)}
            />
          </li>
        ))}
      </List>
    </>
  );
}
