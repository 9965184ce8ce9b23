import type { ExportType } from "../../rules/reports.ts";
import { type Counts, getAdherence, type ReportData } from "./report.ts";

// The texts of a printed report: whole sentences, so that a translation can order their parts.

export const ADVICE =
  "This report lists what was noted in CareDiary. It doesn't replace medical advice, diagnosis or treatment.";

export const INCOMPLETE =
  "Where this report shows \ufffd, letters are left out that its fonts don't have. The same export as CSV or JSON has them.";

const TITLES: Readonly<Record<ExportType, (program: string, person: string) => string>> = {
  "phase-report": (program, person) => `${program}: phase report of ${person}`,
  "weekly-summary": (program, person) => `${program}: weekly summary of ${person}`,
  "full-report": (program, person) => `${program}: full report of ${person}`,
  "api-snapshot": (program, person) => `${program}: data snapshot of ${person}`,
};

/** The title in the file's metadata. */
export const reportTitle = (exportType: ExportType, program: string, person: string): string =>
  TITLES[exportType](program, person);

export const PROGRAM_STATUS: Readonly<Record<ReportData["program"]["status"], string>> = {
  active: "active",
  paused: "paused",
  completed: "completed",
  cancelled: "cancelled",
};

export const PHASE_STATUS: Readonly<Record<ReportData["phases"][number]["status"], string>> = {
  active: "active",
  upcoming: "upcoming",
  completed: "completed",
  skipped: "skipped",
};

export const OUTCOMES = { done: "Done", missed: "Missed", open: "To come", cancelled: "Cancelled" } as const;

/** The period of a report on the whole program. */
export const getWholeProgram = (days: string): string => `The whole program: ${days}`;

/** The note below a truncated table. */
export const formatMore = (count: number): string =>
  `And ${count} more, which the same export as CSV or JSON lists.`;

/** A summary of the figures in a sentence or two. */
export function getSummary(totals: Counts): string {
  const { total, done, missed, open, cancelled } = totals;
  if (total + cancelled === 0) return "There are no tasks in this period.";
  const rest = `${missed} missed, ${open} still to come, ${cancelled} cancelled.`;
  const percent = getAdherence(totals);
  if (percent === null) return `Nothing was due yet. ${rest}`;
  const due = done + missed;
  return due === 1
    ? `${done} of 1 task that were due are done: ${percent}% adherence. ${rest}`
    : `${done} of ${due} tasks that were due are done: ${percent}% adherence. ${rest}`;
}
