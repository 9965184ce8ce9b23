import { shorten } from "../../../lib/cut-text.ts";
import { getDayStart } from "../../../lib/dates/zone-day.ts";
import { isHiddenFromAdmins } from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { CONTENT_PREVIEW } from "../rules.ts";
import type { AttachmentRow, CommentRow, NoteRow, NoteTypeRow, TaskRow } from "../schema.ts";
import { isOnHiddenNote, readDiaries, readDiaryNames, readDiaryPrograms, readNotes } from "./name_data.ts";
import { type Db, getTableList } from "./page_data.ts";

/** Notes; no text of private and encrypted ones. */
export const listNotes = getTableList({
  table: "notes",
  columns: [
    "created_at",
    "title",
    "preview",
    "diary_id",
    "short_id",
    "created_by",
    "visibility",
    "note_day",
    "is_encrypted",
  ],
  async present(rows, db): Promise<NoteRow[]> {
    const [names, diaries] = await runPipelined(
      readNames(
        db,
        rows.map((row) => row.created_by),
      ),
      readDiaries(db, rows),
    );
    return rows.map((row) => {
      const isHidden = isHiddenFromAdmins(row);
      const diary = diaries.get(row.diary_id);
      return {
        _id: row.id,
        _creationTime: row.created_at,
        title: isHidden ? null : row.title,
        content: isHidden ? null : previewText(row.preview ?? ""),
        isHidden,
        diaryName: diary?.name ?? "",
        shortId: row.short_id,
        creatorName: getShownName(names, row.created_by),
        visibility: row.visibility as Visibility,
        noteDay: row.note_day,
        noteDate: getDayStart(row.note_day, diary?.time_zone ?? "UTC"),
      };
    });
  },
});

/** The first 100 characters (never half a character), and whether there is more. */
const previewText = (preview: string): string => shorten(preview, CONTENT_PREVIEW);

/** Types of notes. */
export const listNoteTypes = getTableList({
  table: "note_types",
  columns: ["created_at", "type_id", "name", "icon", "description", "is_active", "requires_ai", "version"],
  present: async (rows): Promise<NoteTypeRow[]> =>
    rows.map((row) => ({
      _id: row.id,
      _creationTime: row.created_at,
      typeId: row.type_id,
      name: row.name,
      icon: row.icon,
      description: row.description,
      isActive: row.is_active,
      requiresAI: row.requires_ai,
      version: row.version,
    })),
});

/** Attachments; in private and encrypted notes neither name nor file. */
export const listAttachments = getTableList({
  table: "attachments",
  columns: [
    "created_at",
    "filename",
    "mime_type",
    "diary_id",
    "note_id",
    "size_bytes",
    "uploaded_by",
    "object_name",
    "is_encrypted",
  ],
  async present(rows, db): Promise<AttachmentRow[]> {
    const [names, diaries, notes] = await runPipelined(
      readNames(
        db,
        rows.map((row) => row.uploaded_by),
      ),
      readDiaryNames(db, rows),
      readNotes(
        db,
        rows.map((row) => row.note_id),
      ),
    );
    return rows.map((row) => {
      const isHidden = row.is_encrypted || isOnHiddenNote(notes, row.note_id);
      return {
        _id: row.id,
        _creationTime: row.created_at,
        filename: isHidden ? null : row.filename,
        mimeType: row.mime_type,
        diaryName: diaries.get(row.diary_id) ?? "",
        noteTitle: isHidden ? null : (notes.get(row.note_id)?.title ?? null),
        sizeBytes: Number(row.size_bytes),
        uploaderName: getShownName(names, row.uploaded_by),
        gcsObjectName: row.object_name,
        isHidden,
      };
    });
  },
});

/** Tasks; no text in private and encrypted notes. */
export const listTasks = getTableList({
  table: "tasks",
  columns: [
    "created_at",
    "title",
    "description",
    "diary_id",
    "note_id",
    "assigned_to",
    "status",
    "due_date",
    "created_by",
  ],
  async present(rows, db): Promise<TaskRow[]> {
    const [names, diaries, notes] = await runPipelined(
      readNames(
        db,
        rows.flatMap((row) => [row.created_by, ...(row.assigned_to === null ? [] : [row.assigned_to])]),
      ),
      readDiaryNames(db, rows),
      readNotes(
        db,
        rows.map((row) => row.note_id),
      ),
    );
    return rows.map((row) => {
      const isHidden = isOnHiddenNote(notes, row.note_id);
      return {
        _id: row.id,
        _creationTime: row.created_at,
        title: isHidden ? null : row.title,
        description: isHidden ? null : row.description,
        isHidden,
        diaryName: diaries.get(row.diary_id) ?? "",
        assigneeName: getShownName(names, row.assigned_to),
        status: row.status,
        dueDate: row.due_date,
        creatorName: getShownName(names, row.created_by),
      };
    });
  },
});

/** Comments; no text of private ones, nor of comments on private and encrypted notes. */
export const listComments = getTableList({
  table: "comments",
  columns: [
    "created_at",
    "content",
    "diary_id",
    "note_id",
    "task_id",
    "diary_program_id",
    "visibility",
    "created_by",
  ],
  async present(rows, db): Promise<CommentRow[]> {
    const [names, diaries, programs, tasks] = await runPipelined(
      readNames(
        db,
        rows.map((row) => row.created_by),
      ),
      readDiaryNames(db, rows),
      readDiaryPrograms(
        db,
        rows.map((row) => row.diary_program_id),
      ),
      noteIdsOfTasks(
        db,
        rows.flatMap((row) => row.task_id ?? []),
      ),
    );
    const readNote = (row: (typeof rows)[number]) => row.note_id ?? tasks.get(row.task_id ?? "") ?? null;
    const notes = await readNotes(db, rows.map(readNote));
    return rows.map((row) => {
      const isHidden =
        // The text of an encrypted comment is in another column.
        row.content === null ||
        row.visibility === "private" ||
        isOnHiddenNote(notes, readNote(row)) ||
        (row.diary_program_id !== null && (programs.get(row.diary_program_id)?.isHidden ?? true));
      return {
        _id: row.id,
        _creationTime: row.created_at,
        content: isHidden ? null : row.content,
        isHidden,
        diaryName: diaries.get(row.diary_id) ?? "",
        targetType: row.note_id ? "note" : row.task_id ? "task" : "program",
        authorName: getShownName(names, row.created_by),
        visibility: row.visibility as Visibility,
      };
    });
  },
});

async function noteIdsOfTasks(db: Db, taskIds: string[]): Promise<Map<string, string | null>> {
  if (taskIds.length === 0) return new Map();
  const rows = await db.selectFrom("tasks").select(["id", "note_id"]).where("id", "in", taskIds).execute();
  return new Map(rows.map((row) => [row.id, row.note_id]));
}
