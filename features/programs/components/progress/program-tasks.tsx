import { NativeSelect } from "@mantine/core";
import { usePaginatedQuery, useQuery } from "convex/react";
import { useMemo, useState } from "react";
import { type ActivatedProgramDetail, api, type Notebook } from "../../../../lib/api.ts";
import { getViewersZone, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { Loading } from "../../../../ui/loading.tsx";
import { MoreButton } from "../../../../ui/more-button.tsx";
import { Section } from "../../../../ui/section.tsx";
import { Soft } from "../../../../ui/text.tsx";
import { useMinute } from "../../../../ui/use-now.ts";
import { getDayHeading, groupByDay } from "../../client/day-groups.ts";
import { useTaskDone } from "../../client/use-task-done.ts";
import { ProgramTaskRow } from "./program-task-row.tsx";
import styles from "./program-tasks.module.css";

const TASKS_A_PAGE = 50;

type ProgramTasksProps = { program: ActivatedProgramDetail; notebook: Notebook; className?: string };

/** The tasks of a program by day, one phase at a time or all; live. */
export function ProgramTasks({ program, notebook, className }: ProgramTasksProps) {
  const { timeZone, permissions, permissionsOnOthers } = notebook;
  const me = useQuery(api.users.getCurrentUser, {});
  const now = useMinute();
  const [chosen, setChosen] = useState<string | null>(null);
  // A phase with open tasks stays active next to a later one; today's tasks are in the later one.
  const phaseId = chosen ?? program.phases.findLast(({ status }) => status === "active")?.phaseId ?? "";
  const listed = useMemo(
    () => ({ diaryProgramId: program._id, ...(phaseId && { phaseId }) }),
    [program._id, phaseId],
  );
  const list = usePaginatedQuery(api.programs.listProgramTasks, listed, { initialNumItems: TASKS_A_PAGE });
  const { results, status } = list;
  const done = useTaskDone(listed);
  const groups = groupByDay(results, timeZone);
  const today = toDayInZone(now, timeZone);
  const isElsewhere = getViewersZone() !== timeZone;
  return (
    <Section
      title={t("program.tasks")}
      className={className}
      action={
        <NativeSelect
          aria-label={t("program.phase")}
          value={phaseId}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[
            { value: "", label: t("program.allPhases") },
            ...program.phases.map(({ phaseId, title, position }) => ({
              value: phaseId,
              label: `${position + 1}. ${title}`,
            })),
          ]}
        />
      }
    >
      {isElsewhere && <Soft className={styles.hint}>{t("program.zone", { zone: timeZone })}</Soft>}
      {status === "LoadingFirstPage" && <Loading label={t("program.loadingTasks")} />}
      {status === "Exhausted" && results.length === 0 && (
        <Soft className={styles.hint}>{t("program.noTask")}</Soft>
      )}
      {groups.map(({ day, tasks }) => (
        <div key={`${day} ${tasks[0]!._id}`}>
          <h3 className={day === today ? `${styles.day} ${styles.today}` : styles.day}>
            {getDayHeading(day, today)}
          </h3>
          <ul className={styles.tasks}>
            {tasks.map((task) => (
              <ProgramTaskRow
                key={task._id}
                task={task}
                timeZone={timeZone}
                now={program.pausedSince ?? now}
                showsDescription={day === today}
                // Viewers may complete tasks assigned to them, others every task they see.
                mayDo={
                  permissionsOnOthers.includes("tasks.setStatus") ||
                  (permissions.includes("tasks.setStatus") && task.assignedTo === me?._id)
                }
                onDone={done}
              />
            ))}
          </ul>
        </div>
      ))}
      <MoreButton list={list} count={TASKS_A_PAGE}>
        {t("program.loadMore")}
      </MoreButton>
    </Section>
  );
}
