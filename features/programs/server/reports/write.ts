import type { ExportFormat } from "../../../../lib/export-formats.ts";
import type { ExportType } from "../../rules/reports.ts";
import { toCsv } from "./csv.ts";
import { toJson } from "./json.ts";
import type { ReportData } from "./report.ts";

/** Renders a report as a file. A data snapshot has no PDF; `exportProblem` refuses it earlier. */
export async function writeReport(
  report: ReportData,
  { exportType, format }: { exportType: ExportType; format: ExportFormat },
): Promise<Buffer> {
  switch (format) {
    case "json":
      return Buffer.from(toJson(report, exportType));
    case "csv":
      return Buffer.from(toCsv(report, exportType));
    case "pdf": {
      // Loaded on demand: the PDF writer is large.
      const { toPdf: pdfOf } = await import("./pdf.ts");
      return pdfOf(report, exportType);
    }
  }
}
