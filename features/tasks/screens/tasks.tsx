import { Button, Tabs } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useConvex, useQuery } from "convex/react";
import { type ReactNode, startTransition, useDeferredValue, useMemo, useState } from "react";
import { api, type Task } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { ChoiceTabs } from "../../../ui/choice-tabs.tsx";
import { createLazyPart } from "../../../ui/lazy-part.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { notifySuccess } from "../../../ui/notify.ts";
import { PageHeader } from "../../../ui/page-header.tsx";
import { offerNextStep } from "../../../ui/undo-toast.tsx";
import { useLiveQuery } from "../../../ui/use-live-query.ts";
import { useMinute } from "../../../ui/use-now.ts";
import { useQuarterHour } from "../../../ui/use-quarter-hour.ts";
import { useSteadyQuery } from "../../../ui/use-steady-query.ts";
import { ClockNote } from "../../notebooks/client/public.ts";
import { focusTask } from "../client/focus-task.ts";
import { useMayAddTasks } from "../client/may-add-tasks.ts";
import { getSkippableTasks } from "../client/skippable-tasks.ts";
import type { TaskListFilter } from "../client/task-list-filter.ts";
import { adjustCounts, countInWords, getSections, type SectionCounts } from "../client/task-sections.ts";
import { useTaskWrites } from "../client/use-task-writes.ts";
import { NotebookFilter } from "../components/notebook-filter.tsx";
import { SectionRows } from "../components/section-rows.tsx";
import { SeriesProblems } from "../components/series-problems.tsx";
import { type TaskComments, useTaskDialogs } from "../components/task-dialogs.tsx";
import { TaskRow } from "../components/task-row.tsx";
import { TaskSection } from "../components/task-section.tsx";
import { UpcomingTasks } from "../components/upcoming-tasks.tsx";
import { TASK_LIST_LIMIT, type TaskFilter } from "../rules/filters.ts";
import { type TaskSection as SectionName, TASK_SECTIONS } from "../rules/states.ts";
import styles from "./tasks.module.css";

const TaskFormDialog = createLazyPart(() =>
  import("../components/task-form-dialog.tsx").then((m) => m.TaskFormDialog),
);

const TABS: { value: TaskFilter; label: Key }[] = [
  { value: "my-tasks", label: "tasklist.mine" },
  { value: "helping-with", label: "tasklist.helpingWith" },
  { value: "all", label: "tasklist.all" },
  { value: "unassigned", label: "tasklist.unassigned" },
];

type StartsOpen = boolean | "unless empty";
const STARTS_OPEN: Record<SectionName, StartsOpen> = {
  // Users open the page for late tasks first.
  overdue: "unless empty",
  today: true,
  upcoming: true,
  paused: false,
  completed: false,
  expired: false,
};

type TasksScreenProps = {
  filter: TaskListFilter;
  onFilter: (filter: TaskListFilter) => void;
  comments: TaskComments;
  /** Further states on the row of a task; null for most. */
  stateOf?: (task: Task) => ReactNode;
};

/** `/tasks`: the tasks of all notebooks by date; live. */
export function TasksScreen({ filter, onFilter, comments, stateOf }: TasksScreenProps) {
  const { tab = "my-tasks", notebook } = filter;
  // The tab responds at once, its list renders afterwards.
  const { tab: whose = "my-tasks", notebook: diaryId } = useDeferredValue(filter);
  const now = useMinute();
  const at = useQuarterHour();
  const filtered = useMemo(() => ({ filter: whose, ...(diaryId && { diaryId }) }), [whose, diaryId]);
  const shown = { ...filtered, limit: TASK_LIST_LIMIT, around: at, countsAt: at };
  const result = useSteadyQuery(api.tasks.listMyTasks, shown, JSON.stringify(filtered));
  const others = useLiveQuery(
    api.tasks.listMyTasks,
    result?.tasks.length === 0 ? { filter: "all", limit: 1, around: at } : null,
  );
  const convex = useConvex();
  const me = useQuery(api.users.getCurrentUser, {});
  const writes = useTaskWrites();
  const { open, dialogs } = useTaskDialogs(writes, comments);
  const mayAdd = useMayAddTasks(notebook);
  const [isAdding, setIsAdding] = useState(false);
  const tasks = result?.tasks;

  function notifyAdded({ taskId, diaryId }: { taskId: string; diaryId: string }) {
    const list = convex.watchQuery(api.tasks.listMyTasks, shown).localQueryResult();
    if (list?.tasks.some(({ _id }) => _id === taskId)) return notifySuccess(t("tasklist.added"));
    offerNextStep(t("tasklist.addedElsewhere"), t("tasklist.showIt"), () => {
      onFilter({ tab: "all", ...(diaryId === notebook && { notebook }) });
      focusTask(taskId);
    });
  }

  return (
    <>
      <PageHeader title={t("tasklist.title")} isDense>
        {mayAdd && (
          <Button
            leftSection={<IconPlus size={20} aria-hidden="true" />}
            onClick={() => startTransition(() => setIsAdding(true))}
          >
            {t("tasklist.newTask")}
          </Button>
        )}
      </PageHeader>
      <Tabs value={tab} onChange={(next) => onFilter({ ...filter, tab: (next ?? "my-tasks") as TaskFilter })}>
        <div className={`${styles.filters} no-print`}>
          <ChoiceTabs
            label={t("tasklist.whose")}
            tabs={TABS.map(({ value, label }) => ({ value, label: t(label) }))}
            isOneLine
          />
          <NotebookFilter
            value={notebook ?? ""}
            onChange={(diaryId) => onFilter({ tab, ...(diaryId && { notebook: diaryId }) })}
          />
        </div>
        <Tabs.Panel value={tab}>
          {!tasks && <Loading label={t("tasklist.loading")} />}
          <ClockNote notebookId={diaryId} />
          {tasks && <SeriesProblems tasks={tasks} onOpen={open} />}
          {tasks && result.counts && (
            <Sections
              tasks={tasks}
              counts={result.counts}
              whose={filtered}
              at={at}
              now={now}
              writes={writes}
              onOpen={open}
              stateOf={stateOf}
            />
          )}
          {others?.tasks.length === 0 && <p className={styles.hint}>{t("tasklist.none")}</p>}
        </Tabs.Panel>
      </Tabs>
      {dialogs}
      {isAdding && (
        <TaskFormDialog
          diaryId={notebook ?? ""}
          // Under "My Tasks" a new task is assigned to oneself, or it wouldn't appear on the page it was created on.
          {...(tab === "my-tasks" && me && { assignedTo: me._id })}
          onAdded={notifyAdded}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}

type SectionsProps = {
  tasks: Task[];
  counts: SectionCounts;
  /** The selected scope. */
  whose: { filter: TaskFilter; diaryId?: string };
  at: number;
  now: number;
  writes: ReturnType<typeof useTaskWrites>;
  onOpen: ReturnType<typeof useTaskDialogs>["open"];
  stateOf: TasksScreenProps["stateOf"];
};

function Sections({ tasks, counts, whose, at, now, stateOf, ...row }: SectionsProps) {
  const bySection = useMemo(() => getSections(tasks, now), [tasks, now]);
  const skippable = useMemo(() => getSkippableTasks(tasks, now), [tasks, now]);
  // Tasks that have expired since the counts were computed are known for the loaded ones.
  const present = useMemo(
    () => adjustCounts(counts, { tasks, at }, { tasks, at: now }),
    [counts, tasks, at, now],
  );
  return TASK_SECTIONS.map((name) => {
    const placed = bySection[name];
    const count = present[name] + placed.filter(({ isGhost }) => isGhost).length;
    // Few people ever pause a program.
    if (name === "paused" && count === 0) return null;
    return (
      <TaskSection
        key={name}
        title={t("tasklist.section", { section: name })}
        empty={t("tasklist.empty", { section: name })}
        startsOpen={STARTS_OPEN[name]}
        count={count}
        countWords={countInWords(name, count)}
      >
        {name === "upcoming" ? (
          <UpcomingTasks
            // Another filter restarts the list, and so does another day.
            key={`${whose.filter} ${whose.diaryId} ${new Date(at).toDateString()}`}
            placed={placed}
            loaded={tasks}
            whose={whose}
            at={at}
            row={({ task, isGhost, count: toCome }) => (
              <TaskRow key={task._id} task={task} isGhost={isGhost} toCome={toCome} now={now} {...row} />
            )}
          />
        ) : (
          <SectionRows
            // Another filter restarts the list.
            key={`${whose.filter} ${whose.diaryId}`}
            section={name}
            placed={placed}
            count={count}
            whose={whose}
            at={at}
            row={(task, isGhost) => (
              <TaskRow
                key={task._id}
                task={task}
                isGhost={isGhost}
                canSkip={!isGhost && skippable.has(task._id)}
                now={now}
                state={stateOf?.(task)}
                {...row}
              />
            )}
          />
        )}
      </TaskSection>
    );
  });
}
