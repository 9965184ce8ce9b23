import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { dayInZone } from "../../../lib/zone-day.ts";
import { action, mutation, query } from "../../../server/functions/define.ts";
import { contentDisposition } from "../../../server/storage/disposition.ts";
import {
  DOWNLOAD_MINUTES,
  EXPORT_CONTENT_TYPES,
  EXPORT_FORMATS,
  EXPORT_MESSAGES,
  exportFilename,
  exportProblem,
} from "../rules.ts";
import * as schema from "../schema.ts";
import { mayListExports, mayMakeExport, mayUseExport } from "./access.ts";
import * as data from "./data.ts";
import { exportLink } from "./links.ts";

const MINUTE_MS = 60_000;

/** The exports of a program, newest first; see `data.listExports`. Refused for viewers. */
export const listExports = query({
  ...schema.listExports,
  access: mayListExports(),
  handler: ({ db, access }) => data.listExports(db, access),
});

/**
 * Requests an export; returns its id. One of the servers creates it within seconds; `listExports` shows the progress.
 */
export const createExport = mutation({
  ...schema.createExport,
  access: mayMakeExport(),
  handler: async ({ db, access, now, audit }, { diaryProgramId, ...wanted }) => {
    const problem = exportProblem(wanted);
    if (problem)
      throw new CareError("invalid", problem, { path: problem === EXPORT_MESSAGES.range ? "to" : "format" });
    const { name, time_zone } = await data.findNaming(db, access);
    const filename = exportFilename(name, wanted, dayInZone(now.getTime(), time_zone));
    const exportId = await data.insertExport(db, access, { ...wanted, filename }, now);
    const { exportType, format } = wanted;
    await audit({
      eventType: "export.created",
      diaryId: access.diaryId,
      targetType: "export",
      targetId: exportId,
      details: { diaryProgramId, exportType, format },
    });
    return exportId;
  },
});

/** A step of the download: finds the file, counts the download and writes the audit event. */
const takeFile = mutation({
  args: schema.getExportUrl.args,
  returns: z.strictObject({
    objectName: z.string(),
    filename: z.string(),
    format: z.enum(EXPORT_FORMATS),
    isEncrypted: z.boolean(),
  }),
  access: mayUseExport("exports.make"),
  handler: async ({ db, access, audit }, { exportId }) => {
    const file = await data.findFile(db, access);
    if (!file) {
      const isMaking = await data.isMaking(db, access);
      throw new CareError("not-found", isMaking ? EXPORT_MESSAGES.notReady : EXPORT_MESSAGES.gone);
    }
    await data.countDownload(db, access);
    const { exportType, format, objectName, filename } = file;
    await audit({
      eventType: "export.downloaded",
      diaryId: access.diaryId,
      targetType: "export",
      targetId: exportId,
      details: { exportType, format },
    });
    return { objectName, filename, format, isEncrypted: file.fileKey !== null };
  },
});

/** An address that downloads the file, valid for 5 minutes; each one is counted as a download. */
export const getExportUrl = action({
  ...schema.getExportUrl,
  access: mayUseExport("exports.make"),
  handler: async ({ access, now, run, storage, links }, { exportId }) => {
    const { objectName, filename, format, isEncrypted } = await run(takeFile, { exportId });
    if (storage.direct && !isEncrypted) {
      const url = await storage.direct.downloadUrl({
        name: objectName,
        type: EXPORT_CONTENT_TYPES[format],
        disposition: contentDisposition({ filename, previewType: null }, false),
        seconds: DOWNLOAD_MINUTES * 60,
      });
      return { url };
    }
    const expiresAt = now.getTime() + DOWNLOAD_MINUTES * MINUTE_MS;
    return { url: links.sign(exportLink({ exportId, userId: access.userId }), expiresAt) };
  },
});

/** Deletes an export: one's own, or as an admin any visible one. Its file is removed soon after. */
export const deleteExport = mutation({
  ...schema.deleteExport,
  access: mayUseExport("exports.delete"),
  handler: async ({ db, access, audit }, { exportId }) => {
    await data.deleteExport(db, access);
    await audit({
      eventType: "export.deleted",
      diaryId: access.diaryId,
      targetType: "export",
      targetId: exportId,
    });
    return null;
  },
});
