import { Checkbox } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../../lib/pluralize.ts";
import styles from "./past-tasks.module.css";

type PastTasksProps = {
  /** How many tasks of the plan lie before today, whether they are created or left out. */
  count: number;
  /** Today in the notebook's zone, `YYYY-MM-DD`. */
  today: string;
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
};

/** For a baseline in the past: shows how many tasks lie before today, and offers to skip them. */
export function PastTasks({ count, today, isLeftOut, onLeaveOut }: PastTasksProps) {
  const lie = count === 1 ? "lies" : "lie";
  return (
    <section className={styles.past} aria-label="Days that are over">
      <p className={styles.words}>
        <IconHistory size={20} aria-hidden="true" />
        <span>
          <strong>{pluralize(count, "task")}</strong> {lie} before today, {shortDay(today)}.
        </span>
      </p>
      <Checkbox
        label={count === 1 ? "Leave it out" : "Leave them out"}
        description={
          isLeftOut
            ? "Only what is to be done from today on will be made."
            : "Otherwise they are overdue or expired from the start. Keep them to note what has been done already."
        }
        checked={isLeftOut}
        onChange={({ currentTarget }) => onLeaveOut(currentTarget.checked)}
      />
    </section>
  );
}
