import type { ExpressionBuilder, Kysely, Selectable } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NoteAccess, NotebookAccess, NotesAccess } from "../../server/access/gate.ts";
import type { Tables } from "../../server/db/database.ts";
import { newShortId } from "../../server/db/short_ids.ts";
import { changedMeanwhile, type NoteFields, type NoteType, previewOf, type Visibility } from "./rules.ts";

/** How many notes a list holds; older ones come by pages (issue "Notes", item 1). */
const LIST_LENGTH = 50;

type Db = Kysely<Tables>;

/** The newest notes that the reader sees, newest note date first; previews instead of content. */
export async function listNotes(db: Db, access: NotesAccess) {
  const rows = await db
    .selectFrom("notes as n")
    .innerJoin("note_types as t", "t.type_id", "n.type")
    .innerJoin("users as u", "u.id", "n.created_by")
    .select((eb) => [
      "n.id",
      "n.short_id",
      "n.diary_id",
      "n.type",
      "n.title",
      "n.preview",
      "t.name as type_name",
      "t.icon",
      "n.created_by",
      "u.name as creator",
      "n.visibility",
      "n.is_encrypted",
      "n.tags",
      "n.note_date",
      "n.updated_at",
      "n.created_at",
      eb
        .selectFrom("comments as c")
        .whereRef("c.note_id", "=", "n.id")
        .where("c.diary_id", "=", access.diaryId)
        .select((inner) => inner.fn.countAll<number>().as("n"))
        .as("comments"),
      eb
        .selectFrom("attachments as a")
        .whereRef("a.note_id", "=", "n.id")
        .where("a.diary_id", "=", access.diaryId)
        .select((inner) => inner.fn.countAll<number>().as("n"))
        .as("attachments"),
    ])
    .where("n.diary_id", "=", access.diaryId)
    .where((eb) => visibleTo(eb, access))
    .orderBy("n.note_date", "desc")
    .orderBy("n.id", "desc")
    .limit(LIST_LENGTH)
    .execute();
  return rows.map((row) => ({
    ...headOf(row),
    preview: row.preview,
    commentCount: row.comments ?? 0,
    attachmentCount: row.attachments ?? 0,
  }));
}

/** Which notes a reader sees: everyone's, the team's, their own private ones. */
function visibleTo(eb: ExpressionBuilder<Tables & { n: Tables["notes"] }, "n">, access: NotesAccess) {
  const levels: Visibility[] = access.seesTeam ? ["extended", "team"] : ["extended"];
  const shared = eb("n.visibility", "in", levels);
  if (!access.privateOf) return shared;
  return eb.or([
    shared,
    eb.and([eb("n.visibility", "=", "private"), eb("n.created_by", "=", access.privateOf)]),
  ]);
}

/** One whole note, or null when it was deleted since the check. */
export async function getNote(db: Db, access: NoteAccess) {
  const row = await db
    .selectFrom("notes as n")
    .innerJoin("note_types as t", "t.type_id", "n.type")
    .innerJoin("users as u", "u.id", "n.created_by")
    .innerJoin("diaries as d", "d.id", "n.diary_id")
    .selectAll("n")
    .select(["t.name as type_name", "t.icon", "u.name as creator", "d.short_id as diary_short_id"])
    .where("n.id", "=", access.noteId)
    .where("n.diary_id", "=", access.diaryId)
    .where("d.id", "=", access.diaryId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    ...headOf(row),
    diaryShortId: row.diary_short_id,
    content: row.content as { type: NoteType; data: unknown; metadata: Record<string, unknown> },
    version: row.version,
    canEdit: access.canEdit,
  };
}

type HeadRow = Pick<
  Selectable<Tables["notes"]>,
  | "id"
  | "short_id"
  | "diary_id"
  | "type"
  | "title"
  | "created_by"
  | "visibility"
  | "is_encrypted"
  | "tags"
  | "note_date"
  | "updated_at"
  | "created_at"
> & { type_name: string; icon: string; creator: string };

/** What the list and the note itself both tell; times are epoch ms. */
function headOf(row: HeadRow) {
  return {
    _id: row.id,
    shortId: row.short_id,
    diaryId: row.diary_id,
    type: row.type as NoteType,
    title: row.title,
    noteTypeName: row.type_name,
    noteTypeIcon: row.icon,
    creatorId: row.created_by,
    creatorName: row.creator,
    visibility: row.visibility as Visibility,
    isEncrypted: row.is_encrypted,
    tags: row.tags,
    noteDate: row.note_date,
    updatedAt: row.updated_at,
    _creationTime: row.created_at,
  };
}

export async function insertNote(
  db: Db,
  access: NotebookAccess,
  note: NoteFields & { type: NoteType },
  now: Date,
): Promise<string> {
  const id = uuidv7();
  await newShortId((shortId) =>
    db
      .insertInto("notes")
      .values({
        id,
        short_id: shortId,
        diary_id: access.diaryId,
        type: note.type,
        ...columnsOf(note),
        created_by: access.userId,
        updated_by: access.userId,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.column("short_id").doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
  return id;
}

/**
 * Changes a note and keeps what it said before as a version. With `baseVersion` it refuses when somebody else
 * has changed the note since the editor read that version.
 */
export async function updateNote(
  db: Db,
  access: NotebookAccess & { noteId: string },
  note: NoteFields,
  baseVersion: number | undefined,
  now: Date,
): Promise<{ visibilityBefore: Visibility }> {
  const before = await db
    .selectFrom("notes")
    .select(["version", "title", "content", "note_date", "visibility", "tags", "updated_by", "updated_at"])
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    // Two who save at once take turns here, before the version is kept.
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (baseVersion !== undefined && baseVersion !== before.version) throw changedMeanwhile();
  await db
    .insertInto("note_versions")
    .values({
      note_id: access.noteId,
      diary_id: access.diaryId,
      version: before.version,
      title: before.title,
      content: JSON.stringify(before.content),
      note_date: new Date(before.note_date),
      visibility: before.visibility,
      tags: before.tags,
      written_by: before.updated_by,
      written_at: new Date(before.updated_at),
    })
    .execute();
  await db
    .updateTable("notes")
    .set({ ...columnsOf(note), version: before.version + 1, updated_by: access.userId, updated_at: now })
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    .execute();
  return { visibilityBefore: before.visibility as Visibility };
}

function columnsOf({ title, content, noteDate, visibility, tags }: NoteFields) {
  return {
    title,
    content: JSON.stringify({ type: "default", data: { text: content }, metadata: {} }),
    preview: previewOf(content),
    note_date: new Date(noteDate),
    visibility,
    tags,
  };
}

/** The note types that can be chosen, in a fixed order. */
export async function listActiveNoteTypes(db: Db) {
  const rows = await db
    .selectFrom("note_types")
    .select(["type_id", "name", "description", "icon", "requires_ai"])
    .where("is_active", "=", true)
    .orderBy("created_at")
    .orderBy("type_id", "desc")
    .limit(100)
    .execute();
  return rows.map((row) => ({
    typeId: row.type_id,
    name: row.name,
    description: row.description,
    icon: row.icon,
    requiresAI: row.requires_ai,
  }));
}
