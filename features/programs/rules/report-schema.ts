import { z } from "zod";
import { EXPORT_FORMATS } from "../../../lib/export-formats.ts";
import { id, moment } from "../../../lib/schemas.ts";
import { deleteExport, exportRow, getExportUrl } from "../../exports/schema.ts";
import { EXPORT_TYPES } from "./reports.ts";

/** Epoch ms in the years 1900 to 2199, which every calendar day can be computed for. */
const reportMoment = z
  .number()
  .int()
  .min(Date.UTC(1900, 0, 1))
  .max(Date.UTC(2199, 11, 31));

const reportFields = {
  exportType: z.enum(EXPORT_TYPES),
  /** Only tasks from this moment on; by default from the program's first day. */
  from: reportMoment.optional(),
  /** Only tasks until this moment; by default until the program's last day. */
  to: reportMoment.optional(),
};

/** The parameters of the export kind `program`. */
export const reportParameters = z.strictObject(reportFields);

const exportFields = z.object({
  diaryProgramId: id,
  exportType: reportFields.exportType,
  format: z.enum(EXPORT_FORMATS),
  from: reportFields.from,
  to: reportFields.to,
});

const programExport = z.strictObject({
  ...exportRow,
  exportType: z.enum(EXPORT_TYPES),
  rangeStart: moment.nullable(),
  rangeEnd: moment.nullable(),
});

export const listExports = {
  args: exportFields.pick({ diaryProgramId: true }),
  returns: z.array(programExport),
};

export const createExport = {
  args: exportFields,
  returns: id,
};

export { deleteExport, getExportUrl };
