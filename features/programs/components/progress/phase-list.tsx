import type { ActivatedProgramDetail } from "../../../../lib/api.ts";
import { shortDay } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { Card } from "../../../../ui/card.tsx";
import { List } from "../../../../ui/list.tsx";
import { Facts } from "../../../../ui/text.tsx";
import { describePhaseStatus, describePhaseTask } from "../../client/progress-words.ts";
import styles from "./phase-list.module.css";
import { ProgressBar } from "./progress-bar.tsx";

type PhaseRow = ActivatedProgramDetail["phases"][number];
type Activity = ActivatedProgramDetail["activities"][number];

/** The id of a phase's card in the page. */
export const findPhaseElement = (phaseId: string): string => `phase-${phaseId}`;

type PhaseListProps = {
  program: ActivatedProgramDetail;
  /** Epoch ms. */
  now: number;
};

/** The phases of a program in order: dates, progress, adherence, and assignees. */
export function PhaseList({ program, now }: PhaseListProps) {
  return (
    <List as="ol">
      {program.phases.map((phase) => (
        <Phase
          key={phase.phaseId}
          phase={phase}
          activities={program.activities.filter(({ phaseId }) => phaseId === phase.phaseId)}
          at={program.pausedSince ?? now}
        />
      ))}
    </List>
  );
}

type PhaseProps = {
  phase: PhaseRow;
  activities: Activity[];
  /** The program's current time, epoch ms. */
  at: number;
};

function Phase({ phase, activities, at }: PhaseProps) {
  const { title, totalTasks, completedTasks, cancelledTasks, status } = phase;
  const percentage = totalTasks === 0 ? 0 : Math.round((completedTasks / totalTasks) * 100);
  // Adherence is undefined before any task is due.
  const hasBeenDue = completedTasks + phase.overdueTasks > 0;
  const words = describePhaseTask(phase);
  const adherence = Math.round(phase.adherencePercentage);
  const isNow = status === "active" && phase.endDate >= at;
  const [from, to] = [shortDay(phase.startDay), shortDay(phase.endDay)];
  return (
    <Card id={findPhaseElement(phase.phaseId)} tabIndex={-1} className={isNow ? styles.now : undefined}>
      <h3 className={styles.title}>
        {phase.position + 1}. {title}
      </h3>
      <Facts className={styles.meta}>
        <strong className={styles.status}>{describePhaseStatus(phase, at)}</strong>
        <span>{from === to ? from : t("program.days", { start: from, end: to })}</span>
      </Facts>
      {totalTasks > 0 && (
        <div className={styles.bars}>
          <span>{t("program.progress")}</span>
          <ProgressBar
            label={t("programs.progressOf", { name: title })}
            percentage={percentage}
            text={t("program.progressIs", { percentage, results: words })}
          />
          <span className={styles.number}>{words}</span>
          {hasBeenDue && (
            <>
              <span>{t("program.adherence")}</span>
              <ProgressBar
                label={t("program.adherenceIn", { title })}
                percentage={adherence}
                text={t("program.adherenceIs", { percentage: adherence })}
                isSecond
              />
              <span className={styles.number}>{t("program.adherenceNumber", { percentage: adherence })}</span>
            </>
          )}
        </div>
      )}
      {totalTasks === 0 && cancelledTasks > 0 && <Facts className={styles.meta}>{words}</Facts>}
      {activities.length > 0 && (
        <details className={styles.activities}>
          <summary className={styles.summary}>
            {t("program.activities", { count: activities.length, done: phase.activitiesCompleted })}
          </summary>
          <ul className={styles.inner}>
            {activities.map((activity) => (
              <li key={activity.activityTemplateId}>
                <strong>{activity.title}</strong>
                <span className={styles.about}>
                  {[
                    activity.frequencyDisplay,
                    activity.assigneeName ||
                      (activity.assignedTo ? t("shared.unknown") : t("program.unassigned")),
                    activity.isActive ? null : t("program.leftOut"),
                  ]
                    .filter(Boolean)
                    .join(" · ")}
                </span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </Card>
  );
}
