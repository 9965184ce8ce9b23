import type { ExportType } from "../../rules/reports.ts";
import { type Counts, getAdherence, getPhaseTitles, type ReportData, type ReportTask } from "./report.ts";

type Cell = string | number | boolean | null;

/** One table per type of export: phases, weeks, or tasks. */
export function toCsv(report: ReportData, exportType: ExportType): string {
  return formatCsv(TABLES[exportType](report));
}

/**
 * RFC 4180 with a byte order mark, without which spreadsheet programs don't detect UTF-8. A quote is put before text
 * that they could evaluate as a formula; see OWASP, "CSV Injection".
 */
export function formatCsv(rows: Cell[][]): string {
  return `\ufeff${rows.map((row) => `${row.map(cell).join(",")}\r\n`).join("")}`;
}

function cell(value: Cell): string {
  if (value === null) return "";
  if (typeof value !== "string") return String(value);
  const harmless = /^[=+\-@\t\r\n＝＋－＠]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const COUNT_NAMES = ["Tasks", "Done", "Missed", "To come", "Cancelled", "Adherence %"];
const countCells = (counts: Counts): Cell[] => [
  counts.total,
  counts.done,
  counts.missed,
  counts.open,
  counts.cancelled,
  getAdherence(counts),
];

const iso = (ts: number | null) => (ts === null ? null : new Date(ts).toISOString());

const OUTCOME_NAMES = { done: "Done", missed: "Missed", open: "To come", cancelled: "Cancelled" } as const;

const TABLES: Record<ExportType, (report: ReportData) => Cell[][]> = {
  "phase-report": ({ phases }) => [
    ["Phase", "Status", "First day", "Last day", ...COUNT_NAMES],
    ...phases.map((phase) => [
      phase.title,
      phase.status,
      phase.firstDay,
      phase.lastDay,
      ...countCells(phase),
    ]),
  ],
  "weekly-summary": ({ weeks }) => [
    ["Week from", "to", ...COUNT_NAMES],
    ...weeks.map((week) => [week.firstDay, week.lastDay, ...countCells(week)]),
  ],
  "full-report": (report) => {
    const phaseTitles = getPhaseTitles(report);
    return [
      [
        "Day",
        "Phase",
        "Activity",
        "Task",
        "Outcome",
        "Assigned to",
        "Planned (UTC)",
        "Due (UTC)",
        "Done (UTC)",
      ],
      ...report.tasks.map((task) => [
        task.day,
        phaseTitles.get(task.phaseId) ?? "",
        task.activityTitle,
        task.title,
        OUTCOME_NAMES[task.outcome],
        task.assignee,
        iso(task.scheduledDate),
        iso(task.dueDate),
        iso(task.completedAt),
      ]),
    ];
  },
  "api-snapshot": ({ tasks }) => [
    [...SNAPSHOT_COLUMNS],
    ...tasks.map((task) => SNAPSHOT_COLUMNS.map((column) => task[column])),
  ],
};

/** Columns are named as in the JSON; times are epoch ms. */
const SNAPSHOT_COLUMNS = [
  "taskId",
  "title",
  "day",
  "outcome",
  "status",
  "phaseId",
  "activityId",
  "activityTitle",
  "assignee",
  "scheduledDate",
  "dueDate",
  "completedAt",
] as const satisfies (keyof ReportTask)[];
