import { pipeline } from "node:stream";
import { cutText } from "../../../lib/cut-text.ts";
import { type Caller, denied, inNotebook } from "../../../server/access/gate.ts";
import { bearerOfLink } from "../../../server/access/link_bearer.ts";
import type { Database } from "../../../server/db/database.ts";
import { fileKeyPlace } from "../../../server/storage/received.ts";
import { opening } from "../../../server/storage/sealed_stream.ts";
import type { FileStorage } from "../../../server/storage/storage.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { listFiles } from "../../attachments/server/public.ts";
import { type CopiedComment, listCommentsOn } from "../../comments/server/public.ts";
import { getNotebook } from "../../notebooks/server/public.ts";
import { notesOf, pageWholeNotes, type WholeNote } from "../../notes/server/public.ts";
import { diaryProgramsOf, listDiaryPrograms } from "../../progress/server/public.ts";
import { listAllTasks, tasksOf } from "../../tasks/server/public.ts";
import { portableName } from "../rules.ts";
import { htmlOf } from "./html.ts";
import { jsonOf } from "./json.ts";
import type { ZipEntry } from "./zip.ts";

export type CopyParts = { database: Database; storage: FileStorage; vault: Vault };

/** Whose view of which notebook a copy is. */
export type CopyOf = { diaryId: string; userId: string };

/** Notes, or tasks, that are read at a time. */
const AT_A_TIME = 50;
const NAME_LENGTH = 120;

/** A note with what hangs on it. */
export type CopiedNote = WholeNote & { comments: CopiedComment[]; attachments: CopiedFile[] };

/** An attachment; `path` is where the copy has its file. */
export type CopiedFile = Omit<Awaited<ReturnType<typeof listFiles>>[number], "objectName" | "fileKey"> & {
  path: string;
};

export type CopiedTask = Awaited<ReturnType<typeof tasksAfter>>[number];

/** What of a notebook is read to be copied, a part at a time; each part asks anew what its reader sees. */
export type CopySource = {
  about(): ReturnType<typeof about>;
  notes(): AsyncGenerator<CopiedNote, void, undefined>;
  tasks(): AsyncGenerator<CopiedTask, void, undefined>;
};

/** The files of a copy: a page to read, the same for programs, and the attached files. */
export async function* copyOf(parts: CopyParts, of: CopyOf): AsyncGenerator<ZipEntry, void, undefined> {
  const source: CopySource = {
    about: () => seen(parts, of, (caller) => about(parts, of, caller)),
    notes: () => allNotes(parts, of),
    tasks: () => allTasks(parts, of),
  };
  const at = new Date();
  yield { name: "notebook.html", at, isText: true, content: htmlOf(source, at) };
  yield { name: "notebook.json", at, isText: true, content: jsonOf(source, at) };
  for await (const page of notePages(parts, of)) {
    for (const file of page.files) {
      const content = await contentOf(parts, of, file);
      if (content)
        yield { name: pathOf(file, page.shortIds), at: new Date(file._creationTime), isText: false, content };
    }
  }
}

/** Reads something in one snapshot, as the reader may see it at this moment. */
function seen<Result>(
  { database }: CopyParts,
  { userId }: CopyOf,
  read: (caller: Caller) => Promise<Result>,
) {
  return database.db
    .transaction()
    .setIsolationLevel("repeatable read")
    .setAccessMode("read only")
    .execute(async (db) => read(await bearerOfLink(db, userId)));
}

async function about({ vault }: CopyParts, { diaryId }: CopyOf, caller: Caller) {
  const { db } = caller;
  const notebook = await getNotebook(db, await inNotebook("notebook.see").resolve(caller, { diaryId }), "");
  if (!notebook) throw denied();
  const programs = await listDiaryPrograms(db, vault, await diaryProgramsOf().resolve(caller, { diaryId }));
  const notes = await notesOf().resolve(caller, { diaryId });
  const comments = await listCommentsOn(
    db,
    vault,
    notes,
    "program",
    programs.map(({ _id }) => _id),
  );
  const { name, description, region, timeZone, details } = notebook;
  return {
    notebook: { name, description, region, timeZone, person: details },
    programs: programs.map(({ canManage: _, ...program }) => ({
      ...program,
      comments: comments.filter(({ targetId }) => targetId === program._id),
    })),
  };
}

async function* notePages(parts: CopyParts, of: CopyOf) {
  const { diaryId } = of;
  for (let cursor: string | null = null; ; ) {
    const options = { numItems: AT_A_TIME, cursor };
    const page = await seen(parts, of, async (caller) => {
      const access = await notesOf().resolve(caller, { diaryId });
      const { page: notes, ...next } = await pageWholeNotes(caller.db, access, parts.vault, options);
      const ids = notes.map(({ _id }) => _id);
      const files = await listFiles(caller.db, access, ids);
      const comments = await listCommentsOn(caller.db, parts.vault, access, "note", ids);
      return {
        notes,
        files,
        comments,
        shortIds: new Map(notes.map((note) => [note._id, note.shortId])),
        ...next,
      };
    });
    yield page;
    if (page.isDone) return;
    cursor = page.continueCursor;
  }
}

async function* allNotes(parts: CopyParts, of: CopyOf): AsyncGenerator<CopiedNote, void, undefined> {
  for await (const { notes, files, comments, shortIds } of notePages(parts, of)) {
    for (const note of notes) {
      yield {
        ...note,
        comments: comments.filter(({ targetId }) => targetId === note._id),
        attachments: files
          .filter(({ noteId }) => noteId === note._id)
          .map(({ objectName: _, fileKey: __, ...file }) => ({ ...file, path: pathOf(file, shortIds) })),
      };
    }
  }
}

async function tasksAfter({ vault }: CopyParts, { diaryId }: CopyOf, caller: Caller, after: string | null) {
  const access = await tasksOf().resolve(caller, { diaryId });
  const tasks = await listAllTasks(caller.db, access, after, AT_A_TIME);
  const notes = await notesOf().resolve(caller, { diaryId });
  const comments = await listCommentsOn(
    caller.db,
    vault,
    notes,
    "task",
    tasks.map(({ _id }) => _id),
  );
  return tasks.map((task) => ({
    _id: task._id,
    noteId: task.noteId,
    title: task.title,
    description: task.description,
    status: task.status,
    scheduledDate: task.scheduledDate,
    dueDate: task.dueDate,
    endDate: task.endDate,
    dateOnly: task.dateOnly,
    scheduledDay: task.scheduledDay,
    dueDay: task.dueDay,
    endDay: task.endDay,
    completedAt: task.completedAt,
    completedByName: task.completedByName,
    assigneeName: task.assigneeName,
    frequency: task.frequency,
    recurrenceRule: task.recurrenceRule,
    programName: task.programInfo?.programName ?? null,
    _creationTime: task._creationTime,
    comments: comments.filter(({ targetId }) => targetId === task._id),
  }));
}

async function* allTasks(parts: CopyParts, of: CopyOf): AsyncGenerator<CopiedTask, void, undefined> {
  for (let after: string | null = null; ; ) {
    const from: string | null = after;
    const tasks: CopiedTask[] = await seen(parts, of, (caller) => tasksAfter(parts, of, caller, from));
    yield* tasks;
    if (tasks.length < AT_A_TIME) return;
    after = tasks.at(-1)!._id;
  }
}

type File = Awaited<ReturnType<typeof listFiles>>[number];

/** Where the copy has a file: with the note's short id, and a part of its own for names that are there twice. */
function pathOf(
  { _id, noteId, filename }: Pick<File, "_id" | "noteId" | "filename">,
  shortIds: Map<string, string>,
) {
  const dot = filename.lastIndexOf(".");
  const ending = dot > 0 ? cutText(portableName(filename.slice(dot + 1)), 10) : "";
  const stem = cutText(portableName(dot > 0 ? filename.slice(0, dot) : filename), NAME_LENGTH) || "file";
  return `files/${shortIds.get(noteId) ?? noteId}/${stem} ${_id.slice(-6)}${ending && `.${ending}`}`;
}

/** A file's bytes; null when it isn't stored any more or its key is gone. */
async function contentOf({ database, storage, vault }: CopyParts, { diaryId }: CopyOf, file: File) {
  if (!file.objectName) return null;
  try {
    const place = fileKeyPlace(file.objectName);
    const key = file.fileKey && (await vault.open(database.db, diaryId, place, file.fileKey));
    const stored = await storage.stream(file.objectName);
    // A failure is met where the result is read.
    return stored && key ? pipeline(stored, opening(key), () => {}) : stored;
  } catch (error) {
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
