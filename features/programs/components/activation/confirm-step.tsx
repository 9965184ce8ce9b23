import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { useMemo } from "react";
import { addDays, shortDay, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { pluralize } from "../../../../lib/pluralize.ts";
import { Loading } from "../../../../ui/loading.tsx";
import { useNow } from "../../../../ui/use-now.ts";
import type { Assignees } from "../../client/assignees.ts";
import type { PlanOutcome } from "../../client/use-plan.ts";
import { groupTasksByDay } from "../../client/week-loads.ts";
import type { Plan, PlannedTask, SchedulingWarning } from "../../rules/activation.ts";
import styles from "./confirm-step.module.css";
import { PlanCalendar } from "./plan-calendar.tsx";
import { WeekLoads } from "./week-loads-list.tsx";

type ConfirmStepProps = { outcome: PlanOutcome | undefined; timeZone: string; assignees: Assignees };

/** Step 4: a preview of the tasks that will be created. */
export function ConfirmStep({ outcome, timeZone, assignees }: ConfirmStepProps) {
  if (!outcome) return <Loading label="Working out the days..." rows={2} />;
  if ("refusal" in outcome) {
    return (
      <Alert color="red" variant="outline" role="alert" title="This can't be activated as it is">
        {outcome.refusal}
      </Alert>
    );
  }
  return <PlanView plan={outcome.plan} timeZone={timeZone} assignees={assignees} />;
}

type PlanViewProps = { plan: Plan; timeZone: string; assignees: Assignees };

function PlanView({ plan, timeZone, assignees }: PlanViewProps) {
  const days = useMemo(() => groupTasksByDay(plan.tasks, timeZone), [plan, timeZone]);
  const all = [...days.keys()];
  return (
    <>
      <p className={styles.sum}>
        {plan.tasks.length === 0 ? (
          "No task will be made."
        ) : (
          <>
            <strong>{pluralize(plan.tasks.length, "task")}</strong>
            {all.length === 1
              ? ` on ${shortDay(all[0]!)}`
              : ` from ${shortDay(all[0]!)} to ${shortDay(all.at(-1)!)}`}
          </>
        )}
      </p>
      <NextDays days={days} timeZone={timeZone} />
      {plan.warnings.length > 0 && <Warnings warnings={plan.warnings} />}
      {plan.tasks.length > 0 && (
        <div className={styles.columns}>
          <PlanCalendar days={days} timeZone={timeZone} assignees={assignees} />
          <WeekLoads days={days} assignees={assignees} />
        </div>
      )}
    </>
  );
}

/** The tasks of today and tomorrow, or the first day. */
function NextDays({
  days,
  timeZone,
}: {
  days: ReadonlyMap<string, readonly PlannedTask[]>;
  timeZone: string;
}) {
  const today = toDayInZone(useNow(), timeZone);
  const next = [
    { name: "Today", tasks: days.get(today) },
    { name: "Tomorrow", tasks: days.get(addDays(today, 1)) },
  ].filter(({ tasks }) => tasks !== undefined);
  if (next.length === 0) {
    const first = [...days.keys()].find((day) => day > today);
    return first ? <p>It begins on {shortDay(first)}: until then there is nothing to do.</p> : null;
  }
  return (
    <ul className={styles.next} aria-label="What comes next">
      {next.map(({ name, tasks = [] }) => (
        <li key={name}>
          <strong>{name}:</strong> {titlesInWords(tasks)}
        </li>
      ))}
    </ul>
  );
}

/** "Walk, 3 × Take a tablet". */
function titlesInWords(tasks: readonly PlannedTask[]): string {
  const counts = new Map<string, number>();
  for (const { title } of tasks) counts.set(title, (counts.get(title) ?? 0) + 1);
  return [...counts].map(([title, count]) => (count === 1 ? title : `${count} × ${title}`)).join(", ");
}

function Warnings({ warnings }: { warnings: SchedulingWarning[] }) {
  return (
    <section className={styles.warnings} aria-label="Scheduling warnings">
      <h3 className={styles.warningTitle}>
        <IconAlertTriangle size={20} aria-hidden="true" />{" "}
        {pluralize(warnings.length, "activity makes", "activities make")} no tasks
      </h3>
      <ul className={styles.warningList}>
        {warnings.map(({ activityId, title, message }) => (
          <li key={activityId}>
            <strong>{title}</strong>: {message}
          </li>
        ))}
      </ul>
      <p className={styles.warningHint}>
        You can go back and change how often they happen, or activate the program without their tasks.
      </p>
    </section>
  );
}
