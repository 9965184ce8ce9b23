import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { ExportFormat } from "../../../lib/export-formats.ts";
import { type Message, writeMessage } from "../../../lib/words/message.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import type { AnyExportKind } from "../../../server/exports.ts";
import {
  EXPORT_FAILURES,
  EXPORT_MESSAGES,
  EXPORTS_A_DAY,
  type ExportFailure,
  type ExportStatus,
  KEPT_DAYS,
  LISTED_EXPORTS,
  OPEN_EXPORTS,
} from "../rules.ts";
import type { ExportAccess, ExportingAccess, ExportsAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** A timestamp column accepts a Date; reading it gives a number. */
const at = (time: Date) => sql<number>`${time}`;
const DAY_MS = 86_400_000;

/** An expired export may still be in the table until it is swept. */
const shownStatus = sql<ExportStatus>`case when e.status = 'ready' and e.expires_at <= now() then 'expired' else e.status end`;

/** The exports of a subject that the reader sees, newest first; times are epoch ms. */
export async function listExports(db: Db, access: ExportsAccess, { words }: AnyExportKind) {
  const { ownOf } = access;
  const rows = await db
    .selectFrom("exports as e")
    .selectAll()
    .select(shownStatus.as("shown_status"))
    .where("e.diary_id", "=", access.diaryId)
    .where("e.kind", "=", access.kind)
    .where("e.subject_id", "=", access.subjectId)
    .where((eb) =>
      eb.or([
        eb("e.audience", "in", access.seesTeam ? ["everyone", "team"] : ["everyone"]),
        ...(ownOf ? [eb.and([eb("e.audience", "=", "maker"), eb("e.generated_by", "=", ownOf)])] : []),
      ]),
    )
    .orderBy("e.created_at", "desc")
    .orderBy("e.id", "desc")
    .limit(LISTED_EXPORTS)
    .execute();
  const names = await readNames(
    db,
    rows.map((row) => row.generated_by),
  );
  return rows.map((row) => ({
    _id: row.id,
    /** As the kind's schema gave them. */
    parameters: row.parameters as Record<string, unknown>,
    format: row.format as ExportFormat,
    status: row.shown_status,
    /** 0 to 100. */
    progress: row.progress,
    /** Why it failed, else null. */
    ...getFailure(row.failure as ExportFailure | null, words.hidden),
    downloadCount: row.download_count,
    expiresAt: row.expires_at,
    generatedAt: row.generated_at,
    generatedBy: row.generated_by,
    generatorName: getShownName(names, row.generated_by),
    filename: row.filename,
    sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
    canDelete: access.deletesAll || row.generated_by === ownOf,
    _creationTime: row.created_at,
  }));
}

function getFailure(failure: ExportFailure | null, hidden: Message) {
  if (failure === null) return { error: null };
  const message: Message = { ...EXPORT_FAILURES, hidden }[failure];
  return { error: writeMessage(message), errorKey: message.key };
}

export type NewExport = {
  format: ExportFormat;
  parameters: unknown;
  filename: string;
};

/** Queues an export; returns its id. Refused when the subject or the person has too many. */
export async function insertExport(
  db: Db,
  { diaryId, kind, subjectId, userId, subject }: ExportingAccess,
  { words }: AnyExportKind,
  wanted: NewExport,
  now: Date,
): Promise<string> {
  const open = await db
    .selectFrom("exports")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("kind", "=", kind)
    .where("subject_id", "=", subjectId)
    .where("status", "in", ["making", "ready"])
    .where("expires_at", ">", at(now))
    .limit(OPEN_EXPORTS)
    .execute();
  if (open.length >= OPEN_EXPORTS) throw new CareError("limit", words.open);
  // Counted in a table where deleted exports still count.
  const today = await db
    .selectFrom("audit_events")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("created_at", ">", at(new Date(now.getTime() - DAY_MS)))
    .where("event_type", "=", "export.created")
    .where("actor_id", "=", userId)
    .limit(EXPORTS_A_DAY)
    .execute();
  if (today.length >= EXPORTS_A_DAY) throw new CareError("limit", EXPORT_MESSAGES.day);
  const id = uuidv7();
  await db
    .insertInto("exports")
    .values({
      id,
      diary_id: diaryId,
      kind,
      subject_id: subjectId,
      audience: subject.audience,
      parameters: JSON.stringify(wanted.parameters),
      format: wanted.format,
      filename: wanted.filename,
      generated_by: userId,
      created_at: now,
      expires_at: new Date(now.getTime() + KEPT_DAYS * DAY_MS),
    })
    .execute();
  return id;
}

/** The data for a download; null unless the export is ready and not expired. */
export async function findFile(db: Db, access: Pick<ExportAccess, "diaryId" | "exportId">) {
  const row = await db
    .selectFrom("exports as e")
    .select([
      "object_name",
      "filename",
      "format",
      "kind",
      "parameters",
      "size_bytes",
      "file_key",
      shownStatus.as("status"),
    ])
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  if (!row?.object_name || row.status !== "ready") return null;
  return {
    diaryId: access.diaryId,
    objectName: row.object_name,
    filename: row.filename,
    format: row.format as ExportFormat,
    kind: row.kind,
    parameters: row.parameters as Record<string, unknown>,
    sizeBytes: Number(row.size_bytes),
    /** Sealed with the notebook's data key; null for a file that isn't encrypted. */
    fileKey: row.file_key,
  };
}

/** Why there is no file to download: it isn't ready yet, or it is gone. */
export async function isMaking(db: Db, access: ExportAccess): Promise<boolean> {
  const row = await db
    .selectFrom("exports")
    .select("status")
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  return row?.status === "making";
}

export async function countDownload(db: Db, access: ExportAccess): Promise<void> {
  await db
    .updateTable("exports")
    .set({ download_count: sql`download_count + 1` })
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Deletes the row; a trigger queues its file for removal in the same transaction (`exports_leave_files`). */
export async function deleteExport(db: Db, access: ExportAccess): Promise<void> {
  await db
    .deleteFrom("exports")
    .where("id", "=", access.exportId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}
