import type { Export, Notebook } from "../../../../lib/api.ts";
import { ExportsPanel, type ExportWords } from "../../../exports/client/public.ts";
import { REPORT_WORDS } from "../../client/report-words.ts";
import { EXPORT_TYPE_NAMES, type ReportParameters } from "../../rules/reports.ts";
import { NewReport } from "./new-report.tsx";

type ProgramReportsProps = {
  /** The activated program. */
  diaryProgramId: string;
  notebook: Pick<Notebook, "timeZone" | "permissions">;
};

/** The exports of a program. Renders nothing for viewers, who may not export. */
export function ProgramReports({ diaryProgramId, notebook }: ProgramReportsProps) {
  if (!notebook.permissions.includes("exports.make")) return null;
  return (
    <ExportsPanel
      kind="program"
      subjectId={diaryProgramId}
      timeZone={notebook.timeZone}
      wordsOf={describeReport}
      hint={REPORT_WORDS.hint}
    >
      <NewReport diaryProgramId={diaryProgramId} notebook={notebook} label="New export" />
    </ExportsPanel>
  );
}

function describeReport({ parameters }: Export, day: (ts: number) => string): ExportWords {
  const { exportType, from, to } = parameters as ReportParameters;
  return { name: EXPORT_TYPE_NAMES[exportType], range: rangeWords(from, to, day) };
}

function rangeWords(from: number | undefined, to: number | undefined, day: (ts: number) => string): string {
  if (from !== undefined && to !== undefined) return `${day(from)} – ${day(to)}`;
  if (from !== undefined) return `From ${day(from)}`;
  return to === undefined ? "The whole program" : `Until ${day(to)}`;
}
