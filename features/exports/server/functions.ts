import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { EXPORT_FORMATS } from "../../../lib/export-formats.ts";
import type { AnyExportKind } from "../../../server/exports.ts";
import { createInvalidArguments, describeArgument } from "../../../server/functions/argument_words.ts";
import { action, type MutationContext, mutation, query } from "../../../server/functions/define.ts";
import { formatContentDisposition } from "../../../server/storage/disposition.ts";
import { readAccountLanguage } from "../../../server/words/of_account.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { DOWNLOAD_MINUTES, EXPORT_CONTENT_TYPES, EXPORT_MESSAGES } from "../rules.ts";
import * as schema from "../schema.ts";
import { type ExportingAccess, mayListExports, mayMakeExport, mayUseExport } from "./access.ts";
import * as data from "./data.ts";
import { findExportKind, type Kinds } from "./kinds.ts";
import { exportLink } from "./links.ts";

const MINUTE_MS = 60_000;

/** The functions on exports of some kinds. */
export const exportFunctions = (kinds: Kinds) => {
  /** The exports of a subject that the caller sees, newest first; see `data.listExports`. */
  const listExports = query({
    ...schema.listExports,
    access: mayListExports(kinds),
    handler: ({ db, access }) => data.listExports(db, access, findExportKind(kinds, access.kind)),
  });

  /** Requests an export; returns its id. A server creates it within seconds; `listExports` shows the progress. */
  const createExport = mutation({
    ...schema.createExport,
    access: mayMakeExport(kinds),
    handler: (context, { kind: name, format, parameters }) => {
      const kind = findExportKind(kinds, name);
      const parsed = kind.parameters.safeParse(parameters, { error: describeArgument });
      if (!parsed.success) throw createInvalidArguments(parsed.error);
      return requestExport(context, kind, { format, parameters: parsed.data });
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
    access: mayUseExport(kinds, "make"),
    handler: async ({ db, access, audit }, { exportId }) => {
      const file = await data.findFile(db, access);
      if (!file) {
        const isMaking = await data.isMaking(db, access);
        throw new CareError("not-found", isMaking ? EXPORT_MESSAGES.notReady : EXPORT_MESSAGES.gone);
      }
      await data.countDownload(db, access);
      const { kind, parameters, format, objectName, filename } = file;
      await audit({
        eventType: "export.downloaded",
        diaryId: access.diaryId,
        targetType: "export",
        targetId: exportId,
        details: { kind, format, ...parameters },
      });
      return { objectName, filename, format, isEncrypted: file.fileKey !== null };
    },
  });

  /** An address that downloads the file, valid for 5 minutes; each one is counted as a download. */
  const getExportUrl = action({
    ...schema.getExportUrl,
    access: mayUseExport(kinds, "make"),
    handler: async ({ access, now, run, storage, links }, { exportId }) => {
      const { objectName, filename, format, isEncrypted } = await run(takeFile, { exportId });
      if (storage.direct && !isEncrypted) {
        const url = await storage.direct.downloadUrl({
          name: objectName,
          type: EXPORT_CONTENT_TYPES[format],
          disposition: formatContentDisposition({ filename, previewType: null }, false),
        });
        return { url };
      }
      const expiresAt = now.getTime() + DOWNLOAD_MINUTES * MINUTE_MS;
      return { url: links.sign(exportLink({ exportId, userId: access.userId }), expiresAt) };
    },
  });

  /** Deletes an export: one's own, or as an admin any visible one. Its file is removed soon after. */
  const deleteExport = mutation({
    ...schema.deleteExport,
    access: mayUseExport(kinds, "delete"),
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

  return { listExports, createExport, getExportUrl, deleteExport };
};

/** Queues an export whose parameters have passed the kind's schema; returns its id. */
export async function requestExport(
  { db, access, now, audit }: Pick<MutationContext<ExportingAccess>, "db" | "access" | "now" | "audit">,
  kind: AnyExportKind,
  { format, parameters }: Pick<data.NewExport, "format" | "parameters">,
): Promise<string> {
  const { diaryId, subjectId, subject } = access;
  if (!kind.formats.includes(format))
    throw new CareError("invalid", EXPORT_MESSAGES.format, { path: "format" });
  const request = { subjectId, format, parameters };
  const problem = kind.problem?.(request);
  if (problem) throw new CareError("invalid", problem.message, { path: problem.path });
  // The name has the language of the paper; other formats are English.
  const language = format === "pdf" ? await readAccountLanguage(db, access.userId) : "en";
  const filename = await runInLanguage(language, () => kind.filename(db, subject, request, now));
  const exportId = await data.insertExport(db, access, kind, { format, parameters, filename }, now);
  await audit({
    eventType: "export.created",
    diaryId,
    targetType: "export",
    targetId: exportId,
    details: { kind: kind.name, subjectId, format, ...(parameters as object) },
  });
  return exportId;
}
