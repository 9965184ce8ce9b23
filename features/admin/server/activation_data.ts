import type { ExportFormat } from "../../../lib/export-formats.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { ReportParameters } from "../../programs/rules/reports.ts";
import { FREQUENCY_COLUMNS, toFrequency } from "../../programs/server/public.ts";
import type {
  ActivityActivationRow,
  DiaryProgramRow,
  PhaseProgressRow,
  ProgramExportRow,
} from "../schema.ts";
import { readDiaryNames, readDiaryPrograms } from "./name_data.ts";
import { type Db, getTableList } from "./page_data.ts";

/** Activated programs by activation time; no text of programs on hidden notes. */
export const listDiaryPrograms = getTableList({
  table: "diary_programs",
  columns: [
    "activated_at",
    "diary_id",
    "baseline_event_name",
    "baseline_date",
    "status",
    "paused_until",
    "activated_by",
  ],
  by: "activated_at",
  async present(rows, db): Promise<DiaryProgramRow[]> {
    const [names, diaries, programs] = await runPipelined(
      readNames(
        db,
        rows.map((row) => row.activated_by),
      ),
      readDiaryNames(db, rows),
      readDiaryPrograms(
        db,
        rows.map((row) => row.id),
      ),
    );
    return rows.map((row) => {
      const program = getProgram(programs, row.id);
      return {
        _id: row.id,
        _creationTime: row.activated_at,
        ...program,
        diaryName: diaries.get(row.diary_id) ?? "",
        baselineEventName: program.isHidden ? null : row.baseline_event_name || null,
        baselineDate: row.baseline_date,
        status: row.status,
        pausedUntil: row.paused_until,
        activatorName: getShownName(names, row.activated_by),
        activatedAt: row.activated_at,
      };
    });
  },
});

/** The progress of the phases of activated programs. */
export const listPhaseProgress = getTableList({
  table: "phase_progress",
  columns: [
    "created_at",
    "diary_id",
    "diary_program_id",
    "phase_id",
    "phase_title",
    "status",
    "milestone_reached",
    "adherence_percentage",
    "activities_completed",
    "activities_total",
    "start_date",
    "end_date",
  ],
  async present(rows, db): Promise<PhaseProgressRow[]> {
    const { diaries, programs } = await readDiariesAndPrograms(db, rows);
    return rows.map((row) => {
      const program = getProgram(programs, row.diary_program_id);
      return {
        _id: row.id,
        _creationTime: row.created_at,
        ...program,
        phaseId: program.isHidden ? null : row.phase_id,
        phaseTitle: program.isHidden ? null : row.phase_title,
        diaryName: diaries.get(row.diary_id) ?? "",
        status: row.status,
        milestoneReached: row.milestone_reached,
        adherencePercentage: Number(row.adherence_percentage),
        activitiesCompleted: row.activities_completed,
        activitiesTotal: row.activities_total,
        startDate: row.start_date,
        endDate: row.end_date,
      };
    });
  },
});

/** The activities of activated programs. */
export const listActivityActivations = getTableList({
  table: "activity_activations",
  columns: [
    "created_at",
    "activity_title",
    "activity_template_id",
    "diary_id",
    "diary_program_id",
    "phase_id",
    ...FREQUENCY_COLUMNS,
    "assigned_to",
    "is_active",
    "paused_until",
    "deactivated_at",
    "start_date",
  ],
  async present(rows, db): Promise<ActivityActivationRow[]> {
    const { diaries, programs } = await readDiariesAndPrograms(db, rows);
    const names = await readNames(
      db,
      rows.flatMap((row) => row.assigned_to ?? []),
    );
    return rows.map((row) => {
      const program = getProgram(programs, row.diary_program_id);
      return {
        _id: row.id,
        _creationTime: row.created_at,
        ...program,
        activityTitle: program.isHidden ? null : row.activity_title,
        activityTemplateId: program.isHidden ? null : row.activity_template_id,
        diaryName: diaries.get(row.diary_id) ?? "",
        phaseId: program.isHidden ? null : row.phase_id,
        isRecurring: row.is_recurring,
        recurrence: program.isHidden ? null : row.recurrence,
        frequencyText: program.isHidden ? null : toFrequency(row),
        assigneeName: getShownName(names, row.assigned_to),
        isActive: row.is_active,
        pausedUntil: row.paused_until,
        deactivatedAt: row.deactivated_at,
        startDate: row.start_date,
      };
    });
  },
});

/** The exports of activated programs. */
export const listProgramExports = getTableList({
  table: "exports",
  columns: [
    "created_at",
    "parameters",
    "diary_id",
    "subject_id",
    "format",
    "generated_by",
    "download_count",
    "expires_at",
    "generated_at",
  ],
  async present(rows, db): Promise<ProgramExportRow[]> {
    const { diaries, programs } = await readDiariesAndPrograms(
      db,
      rows.map((row) => ({ ...row, diary_program_id: row.subject_id })),
    );
    const names = await readNames(
      db,
      rows.map((row) => row.generated_by),
    );
    return rows.map((row) => {
      const { exportType, from, to } = row.parameters as ReportParameters;
      return {
        _id: row.id,
        _creationTime: row.created_at,
        ...getProgram(programs, row.subject_id),
        exportType,
        diaryName: diaries.get(row.diary_id) ?? "",
        format: row.format as ExportFormat,
        rangeStart: from ?? null,
        rangeEnd: to ?? null,
        generatorName: getShownName(names, row.generated_by),
        downloadCount: row.download_count,
        expiresAt: row.expires_at,
        generatedAt: row.generated_at,
      };
    });
  },
});

type Programs = Awaited<ReturnType<typeof readDiaryPrograms>>;

async function readDiariesAndPrograms(db: Db, rows: { diary_id: string; diary_program_id: string }[]) {
  const [diaries, programs] = await runPipelined(
    readDiaryNames(db, rows),
    readDiaryPrograms(
      db,
      rows.map((row) => row.diary_program_id),
    ),
  );
  return { diaries, programs };
}

function getProgram(programs: Programs, diaryProgramId: string) {
  const { name, isHidden } = programs.get(diaryProgramId) ?? { name: null, isHidden: true };
  return { programName: name, isHidden };
}
