import { useMemo } from "react";
import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { List } from "../../../../ui/list.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { type Assignees, getName } from "../../client/assignees.ts";
import { countWeekLoads } from "../../client/week-loads.ts";
import type { PlannedTask } from "../../rules/activation.ts";
import styles from "./confirm-step.module.css";

type WeekLoadsProps = { days: ReadonlyMap<string, readonly PlannedTask[]>; assignees: Assignees };

/** Lists how many tasks each person gets per week. */
export function WeekLoads({ days, assignees }: WeekLoadsProps) {
  const loads = useMemo(() => countWeekLoads(days), [days]);
  const most = Math.max(1, ...loads.map(({ busiest }) => busiest.count));
  return (
    <section aria-labelledby="loads">
      <h3 id="loads" className={styles.heading}>
        {t("activation.tasksAWeek")}
      </h3>
      <List gap="lg">
        {loads.map(({ assignedTo, total, average, weeks, busiest }) => (
          <li key={assignedTo ?? ""} className={styles.load}>
            <p className={styles.person}>
              <strong>{getName(assignees, assignedTo)}</strong>
              <span>{t("activation.tasks", { count: total })}</span>
            </p>
            <Soft>
              {weeks.length > 1
                ? t("activation.aboutAWeek", {
                    average,
                    most: busiest.count,
                    day: shortDay(busiest.firstDay),
                  })
                : t("activation.inTheWeek", { day: shortDay(busiest.firstDay) })}
            </Soft>
            {weeks.length > 1 && (
              <div className={styles.weeks} aria-hidden="true">
                {weeks.map(({ firstDay, count }) => (
                  <span
                    key={firstDay}
                    className={styles.week}
                    style={{ height: `${(count / most) * 100}%` }}
                  />
                ))}
              </div>
            )}
          </li>
        ))}
      </List>
    </section>
  );
}
