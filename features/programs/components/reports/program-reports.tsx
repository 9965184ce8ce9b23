import type { Export, Notebook } from "../../../../lib/api.ts";
import { t } from "../../../../lib/words/t.ts";
import { ExportsPanel, type ExportWords } from "../../../exports/client/public.ts";
import { type ReportParameters, TYPE_KEYS } from "../../rules/reports.ts";
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
      hint={t("programexports.hint")}
    >
      <NewReport diaryProgramId={diaryProgramId} notebook={notebook} label={t("programexports.newExport")} />
    </ExportsPanel>
  );
}

function describeReport({ parameters }: Export, day: (ts: number) => string): ExportWords {
  const { exportType, from, to } = parameters as ReportParameters;
  return {
    name: t("programexports.type", { type: TYPE_KEYS[exportType] }),
    range: rangeWords(from, to, day),
  };
}

function rangeWords(from: number | undefined, to: number | undefined, day: (ts: number) => string): string {
  if (from !== undefined && to !== undefined)
    return t("programexports.range", { start: day(from), end: day(to) });
  if (from !== undefined) return t("programexports.from", { day: day(from) });
  return to === undefined ? t("programexports.whole") : t("programexports.until", { day: day(to) });
}
