import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import { may, mayOnOthers } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { createShortId } from "../../../server/db/short_ids.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { NOTE_MESSAGES } from "../rules/messages.ts";
import {
  getShownContent,
  hasChangedMeanwhile,
  type NoteFields,
  type NotePart,
  type NoteType,
  previewOfContent,
} from "../rules.ts";
import { createOpener, noteColumns, openContent, openHead } from "./sealed_note.ts";

type Db = Kysely<Tables>;

type NewNote = NoteFields & {
  type: NoteType;
  isEncrypted: boolean;
  /** Whether it is a list of medications written from the plans. */
  isFromPlans?: boolean;
};

/** A user who counts as notified of their mention, and since when (epoch ms). */
export type Notified = { userId: string; at: number };

/** What a client may not choose: the address of a new note, and who is told of it. */
export type NewNoteKeys = { id: string; shortId: string; told: readonly Notified[] };

/** The id of a new note and the statement that inserts it; see `MutationContext.writeLast`. */
export async function prepareNote(
  db: Db,
  access: NotebookAccess,
  vault: Vault,
  { isEncrypted, isFromPlans = false, ...note }: NewNote,
  now: Date,
  { id, shortId, told }: NewNoteKeys = { id: uuidv7(), shortId: createShortId(), told: [] },
) {
  const seal = isEncrypted ? await vault.sealer(db, access.diaryId) : null;
  const columns = getColumns({ id, version: 1 }, note, seal);
  const insert = db.insertInto("notes").values({
    id,
    short_id: shortId,
    diary_id: access.diaryId,
    type: note.type,
    is_encrypted: isEncrypted,
    is_from_plans: isFromPlans,
    ...columns,
    ...(told.length > 0 && { told: told.map(({ userId }) => userId), told_at: getTimes(told) }),
    created_by: access.userId,
    by_clinician: access.role === "clinician",
    updated_by: access.userId,
    created_at: now,
    updated_at: now,
  });
  return { id, insert };
}

function getColumns(
  key: { id: string; version: number },
  { title, content, noteDay, noteTime, visibility, tags, mentions }: NoteFields,
  seal: Awaited<ReturnType<Vault["sealer"]>> | null,
) {
  return {
    ...noteColumns(
      key,
      { title, preview: previewOfContent(content), shown: getShownContent(content) },
      content,
      seal,
    ),
    note_day: noteDay,
    note_time: noteTime,
    visibility,
    tags,
    mentions,
  };
}

const getTimes = (told: readonly Notified[]) =>
  sql<never>`${told.map(({ at }) => new Date(at).toISOString())}::timestamptz[]`;

/** Locks a note until the transaction ends and decrypts it; this serializes concurrent saves. */
export async function lockNote(db: Db, access: NotebookAccess & { noteId: string }, vault: Vault) {
  const row = await db
    .selectFrom("notes")
    .selectAll()
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const open = await createOpener(vault, db, access.diaryId, [row]);
  const head = openHead(row, open);
  const content = openContent(row, open);
  if (!head || !content) throw new CareError("conflict", NOTE_MESSAGES.lost);
  const fields: NoteFields = {
    title: head.title,
    content,
    noteDay: row.note_day,
    noteTime: row.note_time,
    visibility: row.visibility as Visibility,
    tags: row.tags,
    mentions: row.mentions,
  };
  return { row, type: row.type as NoteType, fields };
}

type NoteRow = Awaited<ReturnType<typeof lockNote>>["row"];

/** Whether an operation of an outbox has made one of the note's versions already. */
export async function isEditMade(db: Db, row: NoteRow, opId: string): Promise<boolean> {
  if (row.op_id === opId) return true;
  const version = await db
    .selectFrom("note_versions")
    .select("version")
    .where("note_id", "=", row.id)
    .where("diary_id", "=", row.diary_id)
    .where("op_id", "=", opId)
    .limit(1)
    .executeTakeFirst();
  return version !== undefined;
}

/**
 * Locks a note that the caller has read at this version.
 * @throws CareError when another user has changed it since
 */
export async function checkUnchangedByOthers(
  db: Db,
  { diaryId, noteId, userId }: NotebookAccess & { noteId: string },
  baseVersion: number,
): Promise<void> {
  const { version, updated_by } = await db
    .selectFrom("notes")
    .select(["version", "updated_by"])
    .where("id", "=", noteId)
    .where("diary_id", "=", diaryId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (version <= baseVersion) return;
  const other = await db
    .selectFrom("note_versions")
    .select("version")
    .where("note_id", "=", noteId)
    .where("diary_id", "=", diaryId)
    .where("version", ">", baseVersion)
    .where("written_by", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  if (updated_by !== userId || other) throw hasChangedMeanwhile();
}

/** Changes a locked note and stores its previous state as a version. */
export async function updateNote(
  db: Db,
  access: NotebookAccess & { noteId: string },
  vault: Vault,
  { row }: Pick<Awaited<ReturnType<typeof lockNote>>, "row">,
  after: NoteFields,
  {
    changed,
    told,
    isFromPlans = false,
    opId = null,
  }: { changed: NotePart[]; told: readonly Notified[]; isFromPlans?: boolean; opId?: string | null },
  now: Date,
): Promise<void> {
  await db
    .insertInto("note_versions")
    .values({
      note_id: access.noteId,
      diary_id: access.diaryId,
      version: row.version,
      title: row.title,
      content: row.content === null ? null : JSON.stringify(row.content),
      sealed_head: row.sealed_head,
      sealed_content: row.sealed_content,
      changed: row.changed,
      op_id: row.op_id,
      note_day: row.note_day,
      note_time: row.note_time,
      visibility: row.visibility,
      tags: row.tags,
      mentions: row.mentions,
      written_by: row.updated_by,
      written_at: new Date(row.updated_at),
    })
    .execute();
  const version = row.version + 1;
  const seal = row.is_encrypted ? await vault.sealer(db, access.diaryId) : null;
  await db
    .updateTable("notes")
    .set({
      ...getColumns({ id: access.noteId, version }, after, seal),
      version,
      changed,
      is_from_plans: isFromPlans,
      op_id: opId,
      ...(told.length > 0 && {
        told: sql<string[]>`told || ${told.map(({ userId }) => userId)}::uuid[]`,
        told_at: sql<never>`told_at || ${getTimes(told)}`,
      }),
      updated_by: access.userId,
      updated_at: now,
    })
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/**
 * Whether an activated program belongs to the note that the caller's role may not delete because others activated it.
 */
export async function hasProgramOfOthers(
  db: Db,
  { diaryId, noteId, userId, role }: NotebookAccess & { noteId: string },
): Promise<boolean> {
  if (!may(role, "programs.manage") || mayOnOthers(role, "programs.manage")) return false;
  const program = await db
    .selectFrom("diary_programs")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("note_id", "=", noteId)
    .where("activated_by", "!=", userId)
    .limit(1)
    .executeTakeFirst();
  return program !== undefined;
}

/** Deletes a note with its versions, comments, attachments, tasks and programs; returns its former fields. */
export async function deleteNote(db: Db, access: NotebookAccess & { noteId: string }) {
  const row = await db
    .deleteFrom("notes")
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    .returning(["type", "visibility", "created_by"])
    .executeTakeFirstOrThrow();
  return { type: row.type, visibility: row.visibility, authorId: row.created_by };
}
