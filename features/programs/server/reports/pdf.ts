import { shortDay, toClockInZone, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { type Column, createSheet } from "../../../../server/pdf/sheet.ts";
import { EXPORT_TYPE_NAMES, type ExportType } from "../../rules/reports.ts";
import { type Counts, getAdherence, getPhaseTitles, type ReportData, type ReportTask } from "./report.ts";
import {
  ADVICE,
  formatMore,
  getSummary,
  getWholeProgram,
  INCOMPLETE,
  OUTCOMES,
  PHASE_STATUS,
  PROGRAM_STATUS,
  reportTitle,
} from "./report_words.ts";

type Sheet = Awaited<ReturnType<typeof createSheet>>;

/** The most rows in a table of tasks; a PDF of hundreds of pages helps nobody, and JSON and CSV contain everything. */
const LISTED_TASKS = 1000;

/** A report as PDF: A4, tagged; the first page is a summary that a family can hand to a doctor. */
export async function toPdf(report: ReportData, exportType: ExportType): Promise<Buffer> {
  const { person, program, range } = report;
  const sheet = await createSheet({
    title: reportTitle(exportType, program.name, person.name),
    author: report.madeBy,
    madeAt: report.madeAt,
  });
  sheet.title(program.name);
  sheet.subtitle(`${EXPORT_TYPE_NAMES[exportType]}, ${days(range)}`);
  sheet.facts(getFacts(report));
  sheet.heading("In short");
  sheet.text(getSummary(report.totals));
  sheet.small(ADVICE);
  for (const section of SECTIONS[exportType]) await section(sheet, report);
  if (sheet.isIncomplete()) sheet.small(INCOMPLETE);
  return sheet.finish(
    `${person.name}, ${program.name}, ${shortDay(toDayInZone(report.madeAt, report.timeZone))}`,
  );
}

const days = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }) =>
  firstDay === lastDay ? shortDay(firstDay) : `${shortDay(firstDay)} – ${shortDay(lastDay)}`;

function getFacts(report: ReportData): [string, string][] {
  const { person, program, timeZone, madeAt } = report;
  const madeAtText = `${shortDay(toDayInZone(madeAt, timeZone))}, ${toClockInZone(madeAt, timeZone)} (${timeZone})`;
  return [
    ["Name", person.name],
    ["Date of birth", person.dateOfBirth ? shortDay(person.dateOfBirth) : "Not given"],
    ["Notebook", report.notebookName || person.name],
    [program.baselineEvent || "Program start", shortDay(program.baselineDay)],
    ["Program", `${program.name} (${PROGRAM_STATUS[program.status]})`],
    ["Period", report.range.isWhole ? getWholeProgram(days(report.range)) : days(report.range)],
    ["Made by", report.madeBy],
    ["Made on", madeAtText],
  ];
}

const figures = <Row extends Counts>(): Column<Row>[] => [
  {
    title: "Done / due",
    width: 58,
    align: "right",
    text: ({ done, missed }) => `${done} / ${done + missed}`,
  },
  { title: "To come", width: 48, align: "right", text: ({ open }) => String(open) },
  {
    title: "Adherence",
    width: 92,
    align: "right",
    bar: getAdherence,
    text: (row) => {
      const percent = getAdherence(row);
      return percent === null ? "–" : `${percent}%`;
    },
  },
];

/** The page width that the columns of figures leave over, minus the gaps between four columns. */
const REST = 277;

type Section = (sheet: Sheet, report: ReportData) => Promise<void>;

const phases: Section = async (sheet, report) => {
  if (report.phases.length === 0) return;
  sheet.heading("Phases");
  await sheet.table(
    [
      {
        title: "Phase",
        width: REST - 8 - 130,
        text: ({ title, status }) => `${title} (${PHASE_STATUS[status]})`,
      },
      { title: "Days", width: 130, text: days },
      ...figures<ReportData["phases"][number]>(),
    ],
    report.phases,
  );
};

const activities: Section = async (sheet, report) => {
  const rows = report.activities.filter(({ total, cancelled }) => total + cancelled > 0);
  if (rows.length === 0) return;
  sheet.heading("Activities");
  await sheet.table(
    [
      { title: "Activity", width: REST - 8 - 105, text: ({ title }) => title },
      { title: "How often", width: 105, text: ({ frequency }) => frequency },
      ...figures<ReportData["activities"][number]>(),
    ],
    rows,
  );
};

const people: Section = async (sheet, report) => {
  if (report.people.length === 0) return;
  sheet.heading("Who had the tasks");
  await sheet.table(
    [
      { title: "Assigned to", width: REST, text: ({ name }) => name ?? "Nobody" },
      ...figures<ReportData["people"][number]>(),
    ],
    report.people,
  );
};

const weeks: Section = async (sheet, report) => {
  if (report.weeks.length === 0) return;
  sheet.heading("Weeks");
  await sheet.table(
    [
      { title: "Monday to Sunday", width: REST - 2 * 61 - 8, text: days },
      { title: "Missed", width: 57, align: "right", text: ({ missed }) => String(missed) },
      { title: "Cancelled", width: 57, align: "right", text: ({ cancelled }) => String(cancelled) },
      ...figures<ReportData["weeks"][number]>(),
    ],
    report.weeks,
  );
};

const taskColumns = (report: ReportData): Column<ReportTask>[] => {
  const titles = getPhaseTitles(report);
  return [
    { title: "Day", width: 68, text: ({ day }) => shortDay(day) },
    { title: "Task", width: 200, text: ({ title }) => title },
    {
      title: "Activity",
      width: 130,
      text: ({ activityTitle, title, phaseId }) =>
        activityTitle === title ? (titles.get(phaseId) ?? "") : activityTitle,
    },
    { title: "Assigned to", width: 77, text: ({ assignee }) => assignee ?? "" },
  ];
};

const missed: Section = (sheet, report) =>
  tasks(
    sheet,
    "What was missed, and when",
    report.tasks.filter(({ outcome }) => outcome === "missed"),
    taskColumns(report),
  );

const everything: Section = (sheet, report) => {
  const [day, task, activity, assignee] = taskColumns(report) as [
    Column<ReportTask>,
    Column<ReportTask>,
    Column<ReportTask>,
    Column<ReportTask>,
  ];
  return tasks(sheet, "All tasks", report.tasks, [
    day,
    { ...task, width: 165 },
    { ...activity, width: 100 },
    { ...assignee, width: 74 },
    { title: "Outcome", width: 60, text: ({ outcome }) => OUTCOMES[outcome] },
  ]);
};

async function tasks(
  sheet: Sheet,
  heading: string,
  rows: ReportTask[],
  columns: Column<ReportTask>[],
): Promise<void> {
  sheet.heading(heading);
  if (rows.length === 0) return sheet.text("Nothing.");
  await sheet.table(columns, rows.slice(0, LISTED_TASKS));
  const more = rows.length - LISTED_TASKS;
  if (more > 0) sheet.small(formatMore(more));
}

const SECTIONS: Record<ExportType, Section[]> = {
  "phase-report": [phases, activities, missed],
  "weekly-summary": [weeks, missed],
  "full-report": [phases, activities, people, weeks, missed, everything],
  "api-snapshot": [],
};
