import { Alert } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";
import { type ReactNode, useMemo } from "react";
import { addDays, shortDay, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { Loading } from "../../../../ui/loading.tsx";
import { Rich } from "../../../../ui/rich.tsx";
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
  if (!outcome) return <Loading label={t("activation.workingOut")} rows={2} />;
  if ("refusal" in outcome) {
    return (
      <Alert color="red" variant="outline" role="alert" title={t("activation.notAsItIs")}>
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
          t("activation.noTask")
        ) : (
          <PlanSum count={plan.tasks.length} first={all[0]!} last={all.at(-1)!} />
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

const toStrong = (content: ReactNode) => <strong>{content}</strong>;

function PlanSum({ count, first, last }: { count: number; first: string; last: string }) {
  const start = shortDay(first);
  return first === last ? (
    <Rich text="activation.tasksOnDay" values={{ count, day: start, b: toStrong }} />
  ) : (
    <Rich text="activation.tasksOnDays" values={{ count, start, end: shortDay(last), b: toStrong }} />
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
    { name: "today", tasks: days.get(today) },
    { name: "tomorrow", tasks: days.get(addDays(today, 1)) },
  ].filter(({ tasks }) => tasks !== undefined);
  if (next.length === 0) {
    const first = [...days.keys()].find((day) => day > today);
    return first ? <p>{t("activation.beginsOn", { day: shortDay(first) })}</p> : null;
  }
  return (
    <ul className={styles.next} aria-label={t("activation.whatIsNext")}>
      {next.map(({ name, tasks = [] }) => (
        <li key={name}>
          <Rich text="activation.next" values={{ day: name, titles: titlesInWords(tasks), b: toStrong }} />
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
    <section className={styles.warnings} aria-label={t("activation.warnings")}>
      <h3 className={styles.warningTitle}>
        <IconAlertTriangle size={20} aria-hidden="true" />{" "}
        {t("activation.makeNoTasks", { count: warnings.length })}
      </h3>
      <ul className={styles.warningList}>
        {warnings.map(({ activityId, title, message }) => (
          <li key={activityId}>
            <strong>{title}</strong>: {message}
          </li>
        ))}
      </ul>
      <p className={styles.warningHint}>{t("activation.warningsHint")}</p>
    </section>
  );
}
