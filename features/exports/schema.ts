import { z } from "zod";
import { id, moment, nothing } from "../../lib/schemas.ts";
import { EXPORT_FORMATS, EXPORT_STATUSES, EXPORT_TYPES } from "./rules.ts";

/** Epoch ms in the years 1900 to 2199, which every calendar day can be computed for. */
const reportMoment = z
  .number()
  .int()
  .min(Date.UTC(1900, 0, 1))
  .max(Date.UTC(2199, 11, 31));

export const exportFields = z.object({
  diaryProgramId: id,
  exportType: z.enum(EXPORT_TYPES),
  format: z.enum(EXPORT_FORMATS),
  /** Only tasks from this moment on; by default from the program's first day. */
  from: reportMoment.optional(),
  /** Only tasks until this moment; by default until the program's last day. */
  to: reportMoment.optional(),
});

const onOne = z.object({ exportId: id });

export const programExport = z.strictObject({
  _id: id,
  exportType: z.enum(EXPORT_TYPES),
  format: z.enum(EXPORT_FORMATS),
  rangeStart: moment.nullable(),
  rangeEnd: moment.nullable(),
  status: z.enum(EXPORT_STATUSES),
  progress: z.number(),
  error: z.string().nullable(),
  downloadCount: z.number(),
  expiresAt: moment,
  generatedAt: moment.nullable(),
  generatedBy: id,
  generatorName: z.string(),
  filename: z.string(),
  sizeBytes: z.number().nullable(),
  canDelete: z.boolean(),
  _creationTime: moment,
});

export const listExports = {
  args: exportFields.pick({ diaryProgramId: true }),
  returns: z.array(programExport),
};

export const createExport = {
  args: exportFields,
  returns: id,
};

export const getExportUrl = {
  args: onOne,
  returns: z.strictObject({ url: z.string() }),
};

export const deleteExport = {
  args: onOne,
  returns: nothing,
};
