import { z } from "zod";
import { EXPORT_FORMATS } from "../../lib/export-formats.ts";
import { id, moment, nothing } from "../../lib/schemas.ts";
import { EXPORT_STATUSES } from "./rules.ts";

/** The subject of exports: a kind that a room registers, and the row, such as a program or a notebook. */
const onSubject = { kind: z.string().min(1).max(40), subjectId: id };
const onOne = z.object({ exportId: id });

/** The fields of an export that don't depend on its kind. */
export const exportRow = {
  _id: id,
  format: z.enum(EXPORT_FORMATS),
  status: z.enum(EXPORT_STATUSES),
  progress: z.number(),
  error: z.string().nullable(),
  /** The key of the same text. */
  errorKey: z.string().optional(),
  downloadCount: z.number(),
  expiresAt: moment,
  generatedAt: moment.nullable(),
  generatedBy: id,
  generatorName: z.string(),
  filename: z.string(),
  sizeBytes: z.number().nullable(),
  canDelete: z.boolean(),
  _creationTime: moment,
};

const parameters = z.record(z.string(), z.unknown());

export const listExports = {
  args: z.object(onSubject),
  returns: z.array(z.strictObject({ ...exportRow, parameters })),
};

export const createExport = {
  args: z.object({
    ...onSubject,
    format: z.enum(EXPORT_FORMATS),
    /** By the kind's own schema. */
    parameters: parameters.default({}),
  }),
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
