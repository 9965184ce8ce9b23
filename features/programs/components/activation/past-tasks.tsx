import { Checkbox } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { Rich } from "../../../../ui/rich.tsx";
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

const toStrong = (content: ReactNode) => <strong>{content}</strong>;

/** For a program that has begun: shows how many of its tasks are over already, and offers to leave them out. */
export function PastTasks({ count, hasPastDays, today, isLeftOut, onLeaveOut }: PastTasksProps) {
  return (
    <section className={styles.past} aria-label={t("activation.overAlready")}>
      <p className={styles.words}>
        <IconHistory size={20} aria-hidden="true" />
        <span>
          {hasPastDays ? (
            <Rich text="activation.beforeToday" values={{ count, day: shortDay(today), b: toStrong }} />
          ) : (
            <Rich text="activation.ofToday" values={{ count, b: toStrong }} />
          )}
        </span>
      </p>
      <Checkbox
        label={t("activation.leaveOut", { count })}
        description={isLeftOut ? t("activation.onlyFromNow") : t("activation.elseOverdue")}
        checked={isLeftOut}
        onChange={({ currentTarget }) => onLeaveOut(currentTarget.checked)}
      />
    </section>
  );
}
