import { shortDay, toDayInZone } from "../../../../lib/dates/zone-day.ts";
import { t } from "../../../../lib/words/t.ts";
import { formatMomentOnPaper } from "../../../../server/pdf/moment.ts";
import { type Column, createSheet } from "../../../../server/pdf/sheet.ts";
import { type ExportType, TYPE_KEYS } from "../../rules/reports.ts";
import { type Counts, getAdherence, getPhaseTitles, type ReportData, type ReportTask } from "./report.ts";

type Sheet = Awaited<ReturnType<typeof createSheet>>;

/** The most rows in a table of tasks; a PDF of hundreds of pages helps nobody, and JSON and CSV contain everything. */
const LISTED_TASKS = 1000;

/** A report as PDF: A4, tagged; the first page is a summary that a family can hand to a doctor. */
export async function toPdf(report: ReportData, exportType: ExportType): Promise<Buffer> {
  const { person, program, range } = report;
  const sheet = await createSheet({
    title: t("programpaper.title", {
      type: TYPE_KEYS[exportType],
      program: program.name,
      name: person.name,
    }),
    author: report.madeBy,
    madeAt: report.madeAt,
  });
  sheet.title(program.name);
  sheet.subtitle(t("programpaper.subtitle", { type: TYPE_KEYS[exportType], days: days(range) }));
  sheet.facts(getFacts(report));
  sheet.heading(t("programpaper.inShort"));
  sheet.text(formatSummary(report.totals));
  sheet.small(t("programpaper.advice"));
  for (const section of SECTIONS[exportType]) await section(sheet, report);
  if (sheet.isIncomplete()) sheet.small(t("programpaper.lettersMissing"));
  return sheet.finish(
    t("programpaper.foot", {
      name: person.name,
      program: program.name,
      day: shortDay(toDayInZone(report.madeAt, report.timeZone)),
    }),
  );
}

const days = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }) =>
  firstDay === lastDay
    ? shortDay(firstDay)
    : t("programpaper.span", { from: shortDay(firstDay), until: shortDay(lastDay) });

/** The figures in a sentence or two. */
function formatSummary(totals: Counts): string {
  const { total, done, missed, open, cancelled } = totals;
  const percent = getAdherence(totals);
  const kind = total + cancelled === 0 ? "none" : percent === null ? "open" : "due";
  const figures = {
    done,
    missed,
    open,
    cancelled,
    due: done + missed,
    dueCount: done + missed,

    percent: percent ?? 0,
  };
  return t("programpaper.summary", { kind, ...figures });
}

function getFacts(report: ReportData): [string, string][] {
  const { person, program, timeZone, madeAt } = report;
  const period = days(report.range);
  return [
    [t("programpaper.name"), person.name],
    [t("programpaper.born"), person.dateOfBirth ? shortDay(person.dateOfBirth) : t("programpaper.notGiven")],
    [t("programpaper.notebook"), report.notebookName || person.name],
    [program.baselineEvent || t("programpaper.start"), shortDay(program.baselineDay)],
    [
      t("programpaper.program"),
      t("programpaper.programIs", { program: program.name, status: program.status }),
    ],
    [t("programpaper.period"), report.range.isWhole ? t("programpaper.whole", { days: period }) : period],
    [t("programpaper.madeBy"), report.madeBy],
    [t("programpaper.madeOn"), formatMomentOnPaper(madeAt, timeZone)],
  ];
}

const figures = <Row extends Counts>(): Column<Row>[] => [
  {
    title: t("programpaper.doneOfDue"),
    width: 58,
    align: "right",
    text: ({ done, missed }) => `${done} / ${done + missed}`,
  },
  { title: t("programpaper.toCome"), width: 48, align: "right", text: ({ open }) => String(open) },
  {
    title: t("programpaper.adherence"),
    width: 92,
    align: "right",
    bar: getAdherence,
    text: (row) => {
      const percent = getAdherence(row);
      return percent === null ? "–" : t("programpaper.percent", { percent });
    },
  },
];

/** The page width that the columns of figures leave over, minus the gaps between four columns. */
const REST = 277;

type Section = (sheet: Sheet, report: ReportData) => Promise<void>;

const phases: Section = async (sheet, report) => {
  if (report.phases.length === 0) return;
  sheet.heading(t("programpaper.phases"));
  await sheet.table(
    [
      {
        title: t("programpaper.phase"),
        width: REST - 8 - 130,
        text: ({ title, status }) => t("programpaper.phaseIs", { title, status }),
      },
      { title: t("programpaper.days"), width: 130, text: days },
      ...figures<ReportData["phases"][number]>(),
    ],
    report.phases,
  );
};

const activities: Section = async (sheet, report) => {
  const rows = report.activities.filter(({ total, cancelled }) => total + cancelled > 0);
  if (rows.length === 0) return;
  sheet.heading(t("programpaper.activities"));
  await sheet.table(
    [
      { title: t("programpaper.activity"), width: REST - 8 - 105, text: ({ title }) => title },
      { title: t("programpaper.howOften"), width: 105, text: ({ frequency }) => frequency },
      ...figures<ReportData["activities"][number]>(),
    ],
    rows,
  );
};

const people: Section = async (sheet, report) => {
  if (report.people.length === 0) return;
  sheet.heading(t("programpaper.people"));
  await sheet.table(
    [
      {
        title: t("programpaper.assignedTo"),
        width: REST,
        text: ({ name }) => name ?? t("programpaper.nobody"),
      },
      ...figures<ReportData["people"][number]>(),
    ],
    report.people,
  );
};

const weeks: Section = async (sheet, report) => {
  if (report.weeks.length === 0) return;
  sheet.heading(t("programpaper.weeks"));
  await sheet.table(
    [
      { title: t("programpaper.week"), width: REST - 2 * 61 - 8, text: days },
      { title: t("programpaper.missed"), width: 57, align: "right", text: ({ missed }) => String(missed) },
      {
        title: t("programpaper.cancelled"),
        width: 57,
        align: "right",
        text: ({ cancelled }) => String(cancelled),
      },
      ...figures<ReportData["weeks"][number]>(),
    ],
    report.weeks,
  );
};

const taskColumns = (report: ReportData): Column<ReportTask>[] => {
  const titles = getPhaseTitles(report);
  return [
    { title: t("programpaper.day"), width: 68, text: ({ day }) => shortDay(day) },
    { title: t("programpaper.task"), width: 200, text: ({ title }) => title },
    {
      title: t("programpaper.activity"),
      width: 130,
      text: ({ activityTitle, title, phaseId }) =>
        activityTitle === title ? (titles.get(phaseId) ?? "") : activityTitle,
    },
    { title: t("programpaper.assignedTo"), width: 77, text: ({ assignee }) => assignee ?? "" },
  ];
};

const missed: Section = (sheet, report) =>
  tasks(
    sheet,
    t("programpaper.whatMissed"),
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
  return tasks(sheet, t("programpaper.allTasks"), report.tasks, [
    day,
    { ...task, width: 165 },
    { ...activity, width: 100 },
    { ...assignee, width: 74 },
    {
      title: t("programpaper.outcome"),
      width: 60,
      text: ({ outcome }) => t("programpaper.outcomeIs", { outcome }),
    },
  ]);
};

async function tasks(
  sheet: Sheet,
  heading: string,
  rows: ReportTask[],
  columns: Column<ReportTask>[],
): Promise<void> {
  sheet.heading(heading);
  if (rows.length === 0) return sheet.text(t("programpaper.nothing"));
  await sheet.table(columns, rows.slice(0, LISTED_TASKS));
  const more = rows.length - LISTED_TASKS;
  if (more > 0) sheet.small(t("programpaper.more", { count: more }));
}

const SECTIONS: Record<ExportType, Section[]> = {
  "phase-report": [phases, activities, missed],
  "weekly-summary": [weeks, missed],
  "full-report": [phases, activities, people, weeks, missed, everything],
  "api-snapshot": [],
};
