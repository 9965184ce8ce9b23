import { z } from "zod";
import type { ExportType } from "../../rules/reports.ts";
import { type Counts, getAdherence, type ReportData } from "./report.ts";

/**
 * The version of the format; raised only by changes that a reader of the previous version would misread, not by new
 * fields.
 */
export const JSON_VERSION = 1;

const day = z.iso.date();
const time = z.iso.datetime();
const many = z.int().min(0);
const counts = {
  total: many.describe("Tasks without the cancelled ones"),
  done: many,
  missed: many.describe("Open, and due before the export was made"),
  open: many.describe("Still to come"),
  cancelled: many,
  adherence: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe("Percent done of done and missed; null before any was due"),
};

const sections = {
  phases: z.array(
    z.object({
      phaseId: z.string(),
      title: z.string(),
      status: z.enum(["active", "upcoming", "completed", "skipped"]),
      firstDay: day,
      lastDay: day,
      ...counts,
    }),
  ),
  activities: z.array(
    z.object({
      activityId: z.string(),
      title: z.string(),
      phaseId: z.string(),
      frequency: z.string(),
      assignee: z.string().nullable(),
      isActive: z.boolean(),
      ...counts,
    }),
  ),
  people: z.array(z.object({ name: z.string().nullable().describe("null: assigned to nobody"), ...counts })),
  weeks: z.array(z.object({ firstDay: day, lastDay: day, ...counts })),
  days: z.array(z.object({ day, ...counts })),
  tasks: z.array(
    z.object({
      taskId: z.string(),
      title: z.string(),
      day,
      outcome: z.enum(["done", "missed", "open", "cancelled"]),
      status: z.enum(["pending", "in_progress", "completed", "cancelled"]),
      phaseId: z.string(),
      activityId: z.string(),
      activityTitle: z.string(),
      assignee: z.string().nullable(),
      scheduledDate: time.nullable(),
      dueDate: time.nullable(),
      completedAt: time.nullable(),
    }),
  ),
};

/**
 * The schema of a JSON export; `docs/program-export.schema.json` is generated from it. Times are UTC, days are in the
 * notebook's zone.
 */
export const exportSchema = z.object({
  schema: z.literal("carediary.program-export"),
  schemaVersion: z.literal(JSON_VERSION),
  exportType: z.enum(["phase-report", "weekly-summary", "full-report", "api-snapshot"]),
  madeAt: time,
  madeBy: z.string(),
  timeZone: z.string().describe("Of all days in this file; IANA name"),
  person: z.object({ name: z.string(), dateOfBirth: day.nullable() }),
  notebook: z.string(),
  program: z.object({
    diaryProgramId: z.string(),
    programId: z.string(),
    name: z.string(),
    category: z.string(),
    language: z.string().nullable().describe("Of the program's texts, if it is known"),
    description: z.string(),
    version: z.number(),
    status: z.enum(["active", "paused", "completed", "cancelled"]),
    baselineEvent: z.string(),
    baselineDay: day,
    activatedAt: time,
    activatedBy: z.string(),
  }),
  range: z.object({ firstDay: day, lastDay: day, isWhole: z.boolean() }),
  totals: z.object(counts),
  phases: sections.phases.optional(),
  activities: sections.activities.optional(),
  people: sections.people.optional(),
  weeks: sections.weeks.optional(),
  days: sections.days.optional(),
  tasks: sections.tasks.optional(),
});

type Section = keyof typeof sections;

const SECTIONS: Record<ExportType, readonly Section[]> = {
  "phase-report": ["phases", "activities"],
  "weekly-summary": ["weeks", "days"],
  "full-report": ["phases", "activities", "people", "weeks", "days", "tasks"],
  "api-snapshot": ["phases", "activities", "tasks"],
};

const iso = (ts: number) => new Date(ts).toISOString();
const isoOrNull = (ts: number | null) => (ts === null ? null : iso(ts));
const figures = <Row extends Counts>(row: Row) => ({ ...row, adherence: getAdherence(row) });

export function toJson(report: ReportData, exportType: ExportType): string {
  const all: Required<Pick<z.output<typeof exportSchema>, Section>> = {
    phases: report.phases.map(figures),
    activities: report.activities.map(figures),
    people: report.people.map(figures),
    weeks: report.weeks.map(figures),
    days: report.days.map(figures),
    tasks: report.tasks.map((task) => ({
      ...task,
      scheduledDate: isoOrNull(task.scheduledDate),
      dueDate: isoOrNull(task.dueDate),
      completedAt: isoOrNull(task.completedAt),
    })),
  };
  const value: z.output<typeof exportSchema> = {
    schema: "carediary.program-export",
    schemaVersion: JSON_VERSION,
    exportType,
    madeAt: iso(report.madeAt),
    madeBy: report.madeBy,
    timeZone: report.timeZone,
    person: report.person,
    notebook: report.notebookName,
    program: { ...report.program, activatedAt: iso(report.program.activatedAt) },
    range: report.range,
    totals: figures(report.totals),
    ...Object.fromEntries(SECTIONS[exportType].map((section) => [section, all[section]])),
  };
  return `${JSON.stringify(value, null, 2)}\n`;
}
