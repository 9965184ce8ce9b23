import { Checkbox } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../../lib/pluralize.ts";
import styles from "./past-tasks.module.css";

type PastTasksProps = {
  /** How many tasks of the plan are over by now, whether they are created or left out. */
  count: number;
  /** Whether the program begins before today; else only hours of today have passed. */
  hasPastDays: boolean;
  /** Today in the notebook's zone, `YYYY-MM-DD`. */
  today: string;
  isLeftOut: boolean;
  onLeaveOut: (isLeftOut: boolean) => void;
};

/** For a program that has begun: shows how many of its tasks are over already, and offers to leave them out. */
export function PastTasks({ count, hasPastDays, today, isLeftOut, onLeaveOut }: PastTasksProps) {
  return (
    <section className={styles.past} aria-label="What is over already">
      <p className={styles.words}>
        <IconHistory size={20} aria-hidden="true" />
        <span>
          <strong>{pluralize(count, "task")}</strong>{" "}
          {hasPastDays
            ? `${count === 1 ? "lies" : "lie"} before today, ${shortDay(today)}, or before this hour.`
            : `of today ${count === 1 ? "was" : "were"} for an hour that is over.`}
        </span>
      </p>
      <Checkbox
        label={count === 1 ? "Leave it out" : "Leave them out"}
        description={
          isLeftOut
            ? "Only what is to be done from now on will be made."
            : "Otherwise they are overdue or expired from the start. Keep them to note what has been done already."
        }
        checked={isLeftOut}
        onChange={({ currentTarget }) => onLeaveOut(currentTarget.checked)}
      />
    </section>
  );
}
