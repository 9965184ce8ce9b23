import { addDays, getWeekday, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { isMissed } from "../../../tasks/rules/states.ts";
import type { getDiaryProgram } from "../progress/data.ts";
import type { findSubject, listTasks } from "./data.ts";

/**
 * Counts of tasks by result. `missed` are open ones that were due before the program's current time, `open` those still
 * to come; cancelled ones are in no other figure, as in the program's progress.
 */
export type Counts = { total: number; done: number; missed: number; open: number; cancelled: number };

export type Outcome = "done" | "missed" | "open" | "cancelled";

/** The content of an export. Times are epoch ms, days `YYYY-MM-DD` in the notebook's time zone. */
export type ReportData = {
  madeAt: number;
  madeBy: string;
  timeZone: string;
  person: { name: string; dateOfBirth: string | null };
  notebookName: string;
  program: {
    diaryProgramId: string;
    programId: string;
    name: string;
    category: string;
    language: string | null;
    description: string;
    version: number;
    status: "active" | "paused" | "completed" | "cancelled";
    baselineEvent: string;
    baselineDay: string;
    activatedAt: number;
    activatedBy: string;
  };
  /** The days that the figures cover. */
  range: { firstDay: string; lastDay: string; isWhole: boolean };
  totals: Counts;
  phases: (Counts & {
    phaseId: string;
    title: string;
    status: "active" | "upcoming" | "completed" | "skipped";
    firstDay: string;
    lastDay: string;
  })[];
  activities: (Counts & {
    activityId: string;
    title: string;
    phaseId: string;
    frequency: string;
    assignee: string | null;
    isActive: boolean;
  })[];
  /** By assignee; null is nobody. */
  people: (Counts & { name: string | null })[];
  /** Weeks from Monday to Sunday; weeks and days without tasks are left out. */
  weeks: (Counts & { firstDay: string; lastDay: string })[];
  days: (Counts & { day: string })[];
  tasks: ReportTask[];
};

export type ReportTask = {
  taskId: string;
  title: string;
  day: string;
  outcome: Outcome;
  status: "pending" | "in_progress" | "completed" | "cancelled";
  phaseId: string;
  activityId: string;
  activityTitle: string;
  assignee: string | null;
  scheduledDate: number | null;
  dueDate: number | null;
  completedAt: number | null;
};

export type ReportRows = {
  program: NonNullable<Awaited<ReturnType<typeof getDiaryProgram>>>;
  subject: Awaited<ReturnType<typeof findSubject>>;
  /** In the order of days. */
  tasks: Awaited<ReturnType<typeof listTasks>>;
  /** Epoch ms; null for the program's own first and last day. */
  range: { rangeStart: number | null; rangeEnd: number | null };
  madeAt: number;
};

/** Adherence in percent: completed tasks of those due; null when none was due. */
export const getAdherence = ({ done, missed }: Counts): number | null =>
  done + missed === 0 ? null : Math.round((100 * done) / (done + missed));

/** Titles of phases by their ids. */
export const getPhaseTitles = ({ phases }: Pick<ReportData, "phases">): Map<string, string> =>
  new Map(phases.map(({ phaseId, title }) => [phaseId, title]));

/** Builds a report from plain rows; pure. */
export function toReport({ program, subject, tasks: rows, range, madeAt }: ReportRows): ReportData {
  const { timeZone, clock } = subject;
  const getDay = (ts: number) => toDayInZone(ts, timeZone);
  const activityTitles = new Map(program.activities.map((one) => [one.activityTemplateId, one.title]));
  const tasks = rows
    .filter(({ date }) => date >= (range.rangeStart ?? date) && date <= (range.rangeEnd ?? date))
    .map((row): ReportTask & { assignedTo: string | null } => ({
      taskId: row.taskId,
      title: row.title,
      day: row.day ?? getDay(row.date),
      outcome: getOutcome(row, clock),
      status: row.status,
      phaseId: row.phaseId ?? "",
      activityId: row.activityId ?? "",
      activityTitle: activityTitles.get(row.activityId ?? "") ?? "",
      assignee: row.assigneeName,
      assignedTo: row.assignedTo,
      scheduledDate: row.scheduledDate,
      dueDate: row.dueDate,
      completedAt: row.completedAt,
    }));
  const byPhase = countBy(tasks, ({ phaseId }) => phaseId);
  const byActivity = countBy(tasks, ({ activityId }) => activityId);
  const byPerson = countBy(tasks, ({ assignedTo }) => assignedTo);
  const names = new Map(tasks.map(({ assignedTo, assignee }) => [assignedTo, assignee]));
  const starts = program.phases.map(({ startDay }) => startDay);
  const ends = program.phases.map(({ endDay }) => endDay);
  const days = tasks.map(({ day }) => day);
  const firstDay = earliest([...starts, ...days]) ?? program.baselineDay;
  const lastDay = latest([...ends, ...days]) ?? firstDay;
  return {
    madeAt,
    madeBy: subject.makerName,
    timeZone,
    person: { name: subject.fullName, dateOfBirth: subject.dateOfBirth },
    notebookName: subject.notebookName,
    program: {
      diaryProgramId: program._id,
      programId: program.programId,
      name: program.programName,
      category: program.category,
      language: program.language,
      description: subject.programDescription,
      version: subject.programVersion,
      status: program.status,
      baselineEvent: program.baselineEventName,
      baselineDay: program.baselineDay,
      activatedAt: program.activatedAt,
      activatedBy: program.activatorName,
    },
    range: {
      firstDay: range.rangeStart === null ? firstDay : getDay(range.rangeStart),
      lastDay: range.rangeEnd === null ? lastDay : getDay(range.rangeEnd),
      isWhole: range.rangeStart === null && range.rangeEnd === null,
    },
    totals: countAll(tasks),
    phases: program.phases
      .filter(
        ({ startDate, endDate }) =>
          endDate >= (range.rangeStart ?? endDate) && startDate <= (range.rangeEnd ?? startDate),
      )
      .map(({ phaseId, title, status, startDay, endDay }) => ({
        phaseId,
        title,
        status,
        firstDay: startDay,
        lastDay: endDay,
        ...(byPhase.get(phaseId) ?? none()),
      })),
    activities: program.activities.map((one) => ({
      activityId: one.activityTemplateId,
      title: one.title,
      phaseId: one.phaseId,
      frequency: one.frequencyDisplay,
      assignee: one.assigneeName,
      isActive: one.isActive,
      ...(byActivity.get(one.activityTemplateId) ?? none()),
    })),
    people: [...byPerson].map(([userId, counts]) => ({ name: names.get(userId) ?? null, ...counts })),
    weeks: inOrder(countBy(tasks, ({ day }) => getMonday(day))).map(([monday, counts]) => ({
      firstDay: monday,
      lastDay: addDays(monday, 6),
      ...counts,
    })),
    days: inOrder(countBy(tasks, ({ day }) => day)).map(([day, counts]) => ({ day, ...counts })),
    tasks: tasks.map(({ assignedTo: _, ...task }) => task),
  };
}

function getOutcome(task: ReportRows["tasks"][number], clock: number): Outcome {
  if (task.status === "completed") return "done";
  if (task.status === "cancelled") return "cancelled";
  return isMissed(task, task.overdueAfter, clock) ? "missed" : "open";
}

const none = (): Counts => ({ total: 0, done: 0, missed: 0, open: 0, cancelled: 0 });

function count(counts: Counts, { outcome }: Pick<ReportTask, "outcome">): Counts {
  counts[outcome]++;
  if (outcome !== "cancelled") counts.total++;
  return counts;
}

const countAll = (tasks: Pick<ReportTask, "outcome">[]): Counts => tasks.reduce(count, none());

function countBy<Task extends Pick<ReportTask, "outcome">, Key>(tasks: Task[], keyOf: (task: Task) => Key) {
  const groups = new Map<Key, Counts>();
  for (const task of tasks) {
    const key = keyOf(task);
    groups.set(key, count(groups.get(key) ?? none(), task));
  }
  return groups;
}

const inOrder = (groups: Map<string, Counts>) => [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
const getMonday = (day: string) => addDays(day, -getWeekday(day));
const earliest = (days: string[]) =>
  days.reduce<string | null>((a, b) => (a === null || b < a ? b : a), null);
const latest = (days: string[]) => days.reduce<string | null>((a, b) => (a === null || b > a ? b : a), null);
