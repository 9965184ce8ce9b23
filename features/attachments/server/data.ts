import { randomUUID } from "node:crypto";
import { type Kysely, type Selectable, sql } from "kysely";
import { CareError } from "../../../lib/errors.ts";
import { seesNote } from "../../../server/access/visibility.ts";
import { systemClock } from "../../../server/clock.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { PreviewType } from "../../../server/storage/preview_type.ts";
import type { Received } from "../../../server/storage/received.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { NotesAccess } from "../../notes/server/public.ts";
import { ATTACHMENT_MESSAGES, ATTACHMENTS_OF_NOTE, OPEN_UPLOADS } from "../rules.ts";
import type { AttachAccess, AttachmentAccess, AttachmentsAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** A timestamp column accepts a Date; reading it gives a number. */
const at = (time: Date) => sql<number>`${time}`;

/** The attachments of a note, oldest first. */
export async function listAttachments(db: Db, access: AttachmentsAccess, vault: Vault) {
  const rows = await db
    .selectFrom("attachments")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .where("note_id", "=", access.noteId)
    .orderBy("created_at")
    .orderBy("id")
    .limit(ATTACHMENTS_OF_NOTE)
    .execute();
  const names = await readNames(
    db,
    rows.map((row) => row.uploaded_by),
  );
  const open = await descriptionOpener(db, access.diaryId, vault, rows);
  return rows.map((row) => ({
    ...toFile(row, names, open),
    diaryId: row.diary_id,
    gcsObjectName: row.object_name,
    uploaderId: row.uploaded_by,
    canDelete: access.deletesAll || row.uploaded_by === access.ownOf,
    canDescribe: access.describesAll || row.uploaded_by === access.ownOf,
  }));
}

/** The attachments of some notes that the reader sees, oldest first: for a copy of the notebook. */
export async function listFiles(db: Db, access: NotesAccess, vault: Vault, noteIds: string[]) {
  if (noteIds.length === 0) return [];
  const rows = await db
    .selectFrom("attachments as a")
    .innerJoin("notes as r", (join) =>
      join.onRef("r.diary_id", "=", "a.diary_id").onRef("r.id", "=", "a.note_id"),
    )
    .selectAll("a")
    .where("a.diary_id", "=", access.diaryId)
    .where("a.note_id", "in", noteIds)
    .where(seesNote("r", access))
    .orderBy("a.created_at")
    .orderBy("a.id")
    .limit(noteIds.length * ATTACHMENTS_OF_NOTE)
    .execute();
  const names = await readNames(
    db,
    rows.map((row) => row.uploaded_by),
  );
  const open = await descriptionOpener(db, access.diaryId, vault, rows);
  return rows.map((row) => ({
    ...toFile(row, names, open),
    objectName: row.object_name,
    fileKey: row.file_key,
  }));
}

/** The fields of an attachment that every list shows. */
const toFile = (
  row: Selectable<Tables["attachments"]>,
  names: ReadonlyMap<string, string>,
  open: Opener | null,
) => ({
  _id: row.id,
  noteId: row.note_id,
  filename: row.filename,
  description: getDescription(row, open),
  /** The type that the uploader's browser declared; no decision depends on it. */
  mimeType: row.mime_type,
  /** The type detected from the file's content if it can be previewed; null for all others. */
  previewType: row.preview_type as PreviewType | null,
  sizeBytes: Number(row.size_bytes),
  isEncrypted: row.is_encrypted,
  uploaderName: getShownName(names, row.uploaded_by),
  _creationTime: row.created_at,
});

type Opener = Awaited<ReturnType<Vault["opener"]>>;
type Described = Pick<Selectable<Tables["attachments"]>, "id" | "description" | "sealed_description">;

const getBinding = (attachmentId: string) => `attachment/${attachmentId}/description`;

/** Decrypts the descriptions of many files with at most one statement; none when none is encrypted. */
const descriptionOpener = async (
  db: Db,
  diaryId: string,
  vault: Vault,
  rows: readonly Described[],
): Promise<Opener | null> => (rows.some((row) => row.sealed_description) ? vault.opener(db, diaryId) : null);

/** Empty without one, and when it can't be decrypted any more. */
function getDescription({ id, description, sealed_description }: Described, open: Opener | null): string {
  if (!sealed_description || !open) return description ?? "";
  try {
    return open(getBinding(id), sealed_description).toString("utf8");
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return "";
  }
}

/** The columns of a description: encrypted when its note is. */
async function descriptionColumns(
  db: Db,
  vault: Vault,
  { id, diaryId, isEncrypted }: { id: string; diaryId: string; isEncrypted: boolean },
  text: string,
) {
  if (text === "") return { description: null, sealed_description: null };
  if (!isEncrypted) return { description: text, sealed_description: null };
  return {
    description: null,
    sealed_description: await vault.seal(db, diaryId, getBinding(id), Buffer.from(text, "utf8")),
  };
}

/** The data for a download, or null when the attachment was deleted since the access check. */
export async function findFile(db: Db, access: AttachmentAccess) {
  const row = await db
    .selectFrom("attachments")
    .select(["object_name", "filename", "preview_type", "size_bytes", "is_encrypted", "file_key"])
    .where("id", "=", access.attachmentId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  if (!row?.object_name) return null;
  return {
    diaryId: access.diaryId,
    objectName: row.object_name,
    filename: row.filename,
    previewType: row.preview_type as PreviewType | null,
    sizeBytes: Number(row.size_bytes),
    isEncrypted: row.is_encrypted,
    /** Sealed with the notebook's data key; null for a file that isn't encrypted. */
    fileKey: row.file_key,
  };
}

export type Grant = {
  id: string;
  objectName: string;
  mimeType: string;
  isDirect: boolean;
  fileKey: Buffer | null;
  expiresAt: Date;
};

/**
 * Adds an upload grant for one file; refused when the note has too many attachments or the person too many open
 * uploads.
 */
export async function insertGrant(db: Db, access: AttachAccess, grant: Grant, now: Date): Promise<void> {
  await serializeTransactions(db, "upload_turns", access.userId);
  const open = await db
    .selectFrom("upload_grants")
    .select("id")
    .where("user_id", "=", access.userId)
    .where("expires_at", ">", at(now))
    .limit(OPEN_UPLOADS)
    .execute();
  if (open.length >= OPEN_UPLOADS) throw new CareError("limit", ATTACHMENT_MESSAGES.open);
  await assertRoom(db, access);
  await db
    .insertInto("upload_grants")
    .values({
      id: grant.id,
      user_id: access.userId,
      diary_id: access.diaryId,
      note_id: access.noteId,
      object_name: grant.objectName,
      mime_type: grant.mimeType,
      is_direct: grant.isDirect,
      file_key: grant.fileKey,
      expires_at: grant.expiresAt,
      created_at: now,
    })
    .execute();
}

/** The caller's own valid grant for a note, by object name, locked; null when there is none. */
export async function takeGrant(db: Db, access: AttachAccess, objectName: string, now: Date) {
  const row = await db
    .selectFrom("upload_grants")
    .select([
      "id",
      "object_name",
      "mime_type",
      "is_direct",
      "file_key",
      "size_bytes",
      "preview_type",
      "expires_at",
    ])
    .where("object_name", "=", objectName)
    .where("user_id", "=", access.userId)
    .where("diary_id", "=", access.diaryId)
    .where("note_id", "=", access.noteId)
    .where("expires_at", ">", at(now))
    .forUpdate()
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    objectName: row.object_name,
    mimeType: row.mime_type,
    isDirect: row.is_direct,
    fileKey: row.file_key,
    ...getMeasure(row),
  };
}

/** Size and type that this server has measured; null until then. */
const getMeasure = (row: { size_bytes: number | null; preview_type: string | null }) => ({
  sizeBytes: row.size_bytes === null ? null : Number(row.size_bytes),
  previewType: row.preview_type as PreviewType | null,
});

/** A grant with a claim: only its holder moves the file in the storage. */
export type ClaimedGrant = NonNullable<Awaited<ReturnType<typeof takeGrant>>> & { claimId: string };

const CLAIM_MS = 120_000;
/** Work under a claim times out well before the claim does. */
export const CLAIMED_WORK_MS = 90_000;
const LOOK_AGAIN_MS = 100;

/**
 * Claims the caller's own grant for a note: no other request can claim it until `endClaim`, without holding a
 * transaction open. Waits while another request holds it. Null when there is no valid grant.
 */
export async function claimGrant(
  db: Db,
  access: AttachAccess,
  objectName: string,
  now: Date,
): Promise<ClaimedGrant | null> {
  for (;;) {
    const grant = await takeGrant(db, access, objectName, now);
    if (!grant) return null;
    const claimId = randomUUID();
    const claimed = await db
      .updateTable("upload_grants")
      .set({ claim_id: claimId, claimed_until: sql<Date>`now() + ${CLAIM_MS} * interval '1 ms'` })
      .where("id", "=", grant.id)
      .where(sql<boolean>`coalesce(claimed_until, '-infinity') <= now()`)
      .returning(["size_bytes", "preview_type"])
      .executeTakeFirst();
    if (claimed) return { ...grant, ...getMeasure(claimed), claimId };
    await systemClock.sleep(LOOK_AGAIN_MS);
  }
}

/**
 * Ends a claim, and stores the received file's measurements if there are any. False when the claim had expired or the
 * grant is gone: then the stored object is queued for removal, unless another request has the grant now.
 */
export async function endClaim(
  db: Db,
  { id, claimId, objectName }: ClaimedGrant,
  found: Received | null,
): Promise<boolean> {
  const ended = await db
    .updateTable("upload_grants")
    .set({
      claim_id: null,
      claimed_until: null,
      ...(found && { size_bytes: found.sizeBytes, preview_type: found.previewType }),
    })
    .where("id", "=", id)
    .where("claim_id", "=", claimId)
    .executeTakeFirst();
  if (ended.numUpdatedRows > 0n) return true;
  await sql`
    insert into file_removals (name)
    select ${objectName} where not exists (select from upload_grants where id = ${id})
       and not exists (select from attachments where object_name = ${objectName})
    on conflict do nothing`.execute(db);
  return false;
}

/** Creates the attachment of an uploaded file and deletes its grant, so that the sweep keeps the file. */
export async function insertAttachment(
  db: Db,
  access: AttachAccess,
  vault: Vault,
  grantId: string,
  file: {
    id: string;
    objectName: string;
    filename: string;
    description: string;
    mimeType: string;
    previewType: PreviewType | null;
    sizeBytes: number;
    fileKey: Buffer | null;
    /** The id that the client gave the file; null without one. */
    uploadId: string | null;
  },
  now: Date,
): Promise<string> {
  await serializeTransactions(db, "upload_turns", access.noteId);
  const before = file.uploadId === null ? undefined : await attachedBefore(db, access, file.uploadId);
  // A file that was uploaded again is swept with its grant.
  if (before) return before.id;
  await assertRoom(db, access);
  const described = await descriptionColumns(db, vault, { ...access, id: file.id }, file.description);
  await db
    .insertInto("attachments")
    .values({
      ...described,
      id: file.id,
      diary_id: access.diaryId,
      note_id: access.noteId,
      filename: file.filename,
      mime_type: file.mimeType,
      preview_type: file.previewType,
      size_bytes: file.sizeBytes,
      object_name: file.objectName,
      is_encrypted: access.isEncrypted,
      file_key: file.fileKey,
      uploaded_by: access.userId,
      upload_id: file.uploadId,
      created_at: now,
    })
    .execute();
  await db.deleteFrom("upload_grants").where("id", "=", grantId).execute();
  return file.id;
}

const attachedBefore = (db: Db, access: AttachAccess, uploadId: string) =>
  db
    .selectFrom("attachments")
    .select("id")
    .where("diary_id", "=", access.diaryId)
    .where("note_id", "=", access.noteId)
    .where("upload_id", "=", uploadId)
    .where("uploaded_by", "=", access.userId)
    .executeTakeFirst();

async function assertRoom(db: Db, access: AttachAccess): Promise<void> {
  const there = await db
    .selectFrom("attachments")
    .select("id")
    .where("diary_id", "=", access.diaryId)
    .where("note_id", "=", access.noteId)
    .limit(ATTACHMENTS_OF_NOTE)
    .execute();
  if (there.length >= ATTACHMENTS_OF_NOTE) throw new CareError("limit", ATTACHMENT_MESSAGES.full);
}

/** Changes the description of a file; an empty one removes it. */
export async function updateDescription(
  db: Db,
  { attachmentId: id, diaryId }: AttachmentAccess,
  vault: Vault,
  description: string,
): Promise<void> {
  const row = await db
    .selectFrom("attachments")
    .select("is_encrypted")
    .where("id", "=", id)
    .where("diary_id", "=", diaryId)
    .executeTakeFirstOrThrow();
  const columns = await descriptionColumns(
    db,
    vault,
    { id, diaryId, isEncrypted: row.is_encrypted },
    description,
  );
  await db
    .updateTable("attachments")
    .set(columns)
    .where("id", "=", id)
    .where("diary_id", "=", diaryId)
    .execute();
}

/** Deletes the row; a trigger queues its file for removal in the same transaction (`attachments_leave_files`). */
export async function deleteAttachment(db: Db, access: AttachmentAccess): Promise<{ noteId: string }> {
  const row = await db
    .deleteFrom("attachments")
    .where("id", "=", access.attachmentId)
    .where("diary_id", "=", access.diaryId)
    .returning("note_id")
    .executeTakeFirstOrThrow();
  return { noteId: row.note_id };
}
