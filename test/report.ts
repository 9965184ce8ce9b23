import { type ReportData, type ReportRows, toReport } from "../features/programs/server/reports/report.ts";

const DAY = 86_400_000;
/** A Monday, at noon in UTC and in the zone of the report. */
export const PROGRAM_START = Date.UTC(2026, 8, 7, 12);

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

const counts = {
  activitiesCompleted: 0,
  activitiesTotal: 0,
  totalTasks: 0,
  completedTasks: 0,
  overdueTasks: 0,
  expiredTasks: 0,
  cancelledTasks: 0,
};

/** Rows of a program of two phases with `days` daily walks, of which every third was missed and the last are to come. */
export function rowsOf(
  overrides: { days?: number; fullName?: string; programName?: string } = {},
): ReportRows {
  const { days = 21, fullName = "Rosa Blum", programName = "After a hip operation" } = overrides;
  const clock = PROGRAM_START + (days - 4) * DAY;
  const half = Math.floor(days / 2);
  const phase = (phaseId: string, title: string, position: number, first: number, last: number) => ({
    phaseId,
    title,
    position,
    status: "active" as const,
    startDate: PROGRAM_START + first * DAY,
    endDate: PROGRAM_START + last * DAY,
    startDay: dayOf(PROGRAM_START + first * DAY),
    endDay: dayOf(PROGRAM_START + last * DAY),
    adherencePercentage: 0,
    ...counts,
  });
  const phases = [
    phase("one", "First weeks at home", 0, 0, half - 1),
    phase("two", "Stronger every day", 1, half, days - 1),
  ];
  const people = [
    ["u1", "Clara Caregiver"],
    ["u2", "Nguyễn Thị Minh Khai"],
    [null, null],
  ] as const;
  const tasks: ReportRows["tasks"] = Array.from({ length: days * 2 }, (_, i) => {
    const n = Math.floor(i / 2);
    const date = PROGRAM_START + n * DAY;
    const isWalk = i % 2 === 0;
    const status =
      date > clock ? "pending" : n % 3 === 2 ? "pending" : n % 7 === 6 ? "cancelled" : "completed";
    const [assignedTo, assigneeName] = people[n % 3]!;
    return {
      taskId: `task-${i}`,
      title: isWalk ? "Walk ten minutes with the frame" : "Take the blood pressure in the evening",
      status,
      phaseId: n < half ? "one" : "two",
      activityId: isWalk ? "walk" : "pressure",
      assignedTo,
      assigneeName,
      scheduledDate: date,
      dueDate: date + 6 * 3_600_000,
      overdueAfter: date + 6 * 3_600_000,
      day: dayOf(date),
      completedAt: status === "completed" ? date + 3_600_000 : null,
      date,
    };
  });
  const activity = (activityTemplateId: string, title: string, frequencyDisplay: string) => ({
    activityTemplateId,
    title,
    phaseId: "one",
    frequencyDisplay,
    assignedTo: null,
    assigneeName: null,
    isActive: true,
    isRecurring: true,
  });
  return {
    program: {
      _id: "diary-program",
      diaryId: "diary",
      programId: "program",
      noteId: null,
      noteShortId: null,
      noteTitle: null,
      programName,
      pauses: [],
      category: "Surgery",
      language: null,
      baselineEventName: "Operation",
      baselineDate: PROGRAM_START,
      baselineDay: dayOf(PROGRAM_START),
      status: "active",
      pausedSince: null,
      pausedUntil: null,
      activatedAt: PROGRAM_START - DAY,
      activatedBy: "u1",
      activatorName: "Clara Caregiver",
      phaseCount: 2,
      completedPhases: 0,
      currentPhase: 1,
      totalTasks: 0,
      completedTasks: 0,
      overdueTasks: 0,
      expiredTasks: 0,
      totalActivities: 2,
      activeActivities: 2,
      percentage: 0,
      canManage: true,
      phases,
      activities: [
        activity("walk", "Walking", "Every day"),
        activity("pressure", "Blood pressure", "Every day"),
      ],
    },
    subject: {
      notebookName: "Grandma Rosa",
      timeZone: "Europe/Berlin",
      fullName,
      dateOfBirth: "1941-05-03",
      programDescription: "What to do in the weeks after the operation.",
      programVersion: 1,
      makerName: "Clara Caregiver",
      clock,
      isEncrypted: false,
    },
    tasks,
    range: { rangeStart: null, rangeEnd: null },
    madeAt: clock,
  };
}

export const sampleReport = (overrides: Parameters<typeof rowsOf>[0] = {}): ReportData =>
  toReport(rowsOf(overrides));
