import { Link } from "@tanstack/react-router";
import { type ReactNode, useMemo, useState } from "react";
import type { Task } from "../../../lib/api.ts";
import { t } from "../../../lib/words/t.ts";
import { LinkLine } from "../../../ui/link-line.tsx";
import { List } from "../../../ui/list.tsx";
import { Loading } from "../../../ui/loading.tsx";
import { PlainButton } from "../../../ui/plain-button.tsx";
import { Rich } from "../../../ui/rich.tsx";
import { Section } from "../../../ui/section.tsx";
import { Facts, Soft } from "../../../ui/text.tsx";
import { describeHour, describeNearDate } from "../client/task-words.ts";
import { useHomeTasks } from "../client/use-home-tasks.ts";
import { type TaskWrites, useTaskWrites } from "../client/use-task-writes.ts";
import { getLateness } from "../rules/due.ts";
import { getToday, type TodayRow } from "../rules/today.ts";
import { TaskCheck, TaskHead, TaskTitle } from "./task-parts.tsx";
import styles from "./today-tasks.module.css";

/** How many rows home shows of each part; the tasks page has all. */
const SHOWN = { overdue: 5, today: 12, next: 3 };

export type TodayTasksProps = {
  /** The signed-in person. */
  me: { userId: string; name: string };
  /** Renders the details of a task, in a dialog. */
  details: (task: Task, onClose: () => void) => ReactNode;
  /** Further states on the row of a task. */
  stateOf?: ((task: Task) => ReactNode) | undefined;
};

/** Home's first part: overdue tasks, today's tasks, and the next ones; done with one press. */
export function TodayTasks({ me, details, stateOf }: TodayTasksProps) {
  const loaded = useHomeTasks();
  const writes = useTaskWrites({ isQuiet: true });
  const [opened, setOpened] = useState<Task | null>(null);
  const shown = useMemo(() => loaded && getToday(loaded.tasks, me.userId, loaded.now), [loaded, me.userId]);
  if (!loaded || !shown) return <Loading label={t("todaytasks.loading")} rows={2} />;
  const { overdue, today, next, ofOthers } = shown;
  // The card of tasks shows a user that they have none.
  if (overdue.length + today.length + next.length + ofOthers === 0) return null;

  const subjects = new Set(loaded.tasks.map(({ diaryId }) => diaryId));
  const row = {
    me,
    now: loaded.now,
    writes,
    showsNotebook: subjects.size > 1,
    onOpen: setOpened,
    stateOf,
  };
  return (
    <div className={styles.today}>
      <div className={styles.due}>
        {overdue.length > 0 && (
          <Section
            className={styles.overdue}
            title={t("todaytasks.overdue", {
              count: overdue.reduce((sum, { others }) => sum + 1 + others, 0),
            })}
          >
            <Rows rows={overdue} most={SHOWN.overdue} part="overdue" {...row} />
          </Section>
        )}
        <Section title={t("todaytasks.yours")}>
          {today.length === 0 ? (
            <Soft>{t("todaytasks.nothingLeft")}</Soft>
          ) : (
            <Rows rows={today} most={SHOWN.today} part="today" {...row} />
          )}
          {ofOthers > 0 && (
            <LinkLine>
              <Link to="/tasks" search={{ tab: "all" }}>
                {t("todaytasks.forOthers", { count: ofOthers })}
              </Link>
            </LinkLine>
          )}
        </Section>
      </div>
      {next.length > 0 && (
        <Section title={t("todaytasks.next")}>
          <List gap="xs">
            {next.slice(0, SHOWN.next).map(({ task }) => (
              <NextRow key={task._id} task={task} {...row} />
            ))}
          </List>
        </Section>
      )}
      {opened && details(opened, () => setOpened(null))}
    </div>
  );
}

type RowProps = {
  me: TodayTasksProps["me"];
  now: number;
  writes: TaskWrites;
  showsNotebook: boolean;
  onOpen: (task: Task) => void;
  stateOf: TodayTasksProps["stateOf"];
};

type RowsProps = RowProps & { rows: TodayRow<Task>[]; most: number; part: "overdue" | "today" };

function Rows({ rows, most, part, ...row }: RowsProps) {
  return (
    <>
      <List gap="xs">
        {rows.slice(0, most).map(({ task, others }) => (
          <TaskToDo key={task._id} task={task} earlier={others} part={part} {...row} />
        ))}
      </List>
      {rows.length > most && (
        <LinkLine>
          <Link to="/tasks" search={{ tab: "all" }}>
            {t("todaytasks.seeAll", { count: rows.length })}
          </Link>
        </LinkLine>
      )}
    </>
  );
}

type TaskToDoProps = RowProps & { task: Task; earlier: number; part: "overdue" | "today" };

function TaskToDo({ task, earlier, part, now, me, writes, showsNotebook, onOpen, stateOf }: TaskToDoProps) {
  const lateness = getLateness(task, now);
  return (
    <li className={styles.row} data-late={lateness !== null || undefined} data-task={task._id}>
      <TaskCheck title={task.title} checked={false} onToggle={() => writes.setStatus(task, "completed")} />
      <div className={styles.body}>
        <TaskHead time={part === "overdue" ? describeNearDate(task, now) : describeHour(task, now)}>
          <TaskTitle title={task.title} onOpen={() => onOpen(task)} />
        </TaskHead>
        <Facts>
          {lateness && <span className={styles.late}>{t("taskwords.lateness", { lateness })}</span>}
          {earlier > 0 && <span>{t("todaytasks.earlier", { count: earlier })}</span>}
          {task.assignedTo === me.userId && <span>{t("todaytasks.you")}</span>}
          {showsNotebook && <Notebook task={task} />}
        </Facts>
      </div>
      <div className={styles.buttons}>
        {earlier > 0 && task.canPlan && (
          <PlainButton onClick={() => writes.skip(task)}>
            <Rich text="todaytasks.skipMissed" values={{ title: task.title }} />
          </PlainButton>
        )}
        {task.assignedTo === null && task.canPlan && (
          <PlainButton onClick={() => writes.assign(task, me)}>
            <Rich text="todaytasks.takeIt" values={{ title: task.title }} />
          </PlainButton>
        )}
      </div>
      {stateOf?.(task)}
    </li>
  );
}

/** An upcoming task; it has no checkbox, so that nobody ticks tomorrow's instead of today's. */
function NextRow({ task, now, showsNotebook, onOpen }: RowProps & { task: Task }) {
  return (
    <li className={styles.next}>
      <TaskHead time={describeNearDate(task, now)}>
        <TaskTitle title={task.title} onOpen={() => onOpen(task)} />
      </TaskHead>
      <Facts>{showsNotebook && <Notebook task={task} />}</Facts>
    </li>
  );
}

const Notebook = ({ task }: { task: Task }) => (
  <span>{task.diarySubject.trim() || t("shared.unknownSubject")}</span>
);
