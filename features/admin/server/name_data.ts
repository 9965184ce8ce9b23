import { isHiddenFromAdmins } from "../../../lib/visibility.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import type { Db } from "./page_data.ts";

const distinctIds = (ids: Iterable<string | null>) => [...new Set([...ids].filter((id) => id !== null))];

type OfDiary = { diary_id: string | null };

/** Names and time zones of notebooks by id. Read separately from the list, like people's names: see `readNames`. */
export async function readDiaries(db: Db, rows: readonly OfDiary[]) {
  const ids = distinctIds(rows.map((row) => row.diary_id));
  if (ids.length === 0) return new Map<string, { name: string; time_zone: string }>();
  const diaries = await db
    .selectFrom("diaries")
    .select(["id", "name", "time_zone"])
    .where("id", "in", ids)
    .execute();
  return new Map(diaries.map(({ id, name, time_zone }) => [id, { name, time_zone }]));
}

/** The names of notebooks by id. */
export async function readDiaryNames(db: Db, rows: readonly OfDiary[]): Promise<Map<string, string>> {
  return new Map([...(await readDiaries(db, rows))].map(([id, { name }]) => [id, name]));
}

/** The titles of notes by id; null for a note that is hidden from administrators. */
export async function readNotes(db: Db, noteIds: Iterable<string | null>) {
  const ids = distinctIds(noteIds);
  if (ids.length === 0) return new Map<string, { title: string | null; isHidden: boolean }>();
  const rows = await db
    .selectFrom("notes")
    .select(["id", "title", "visibility", "is_encrypted"])
    .where("id", "in", ids)
    .execute();
  return new Map(
    rows.map((note) => {
      const hidden = isHiddenFromAdmins(note);
      return [note.id, { title: hidden ? null : note.title, isHidden: hidden }];
    }),
  );
}

/** The names of activated programs by id; null for a program of a hidden note. */
export async function readDiaryPrograms(db: Db, diaryProgramIds: Iterable<string | null>) {
  const ids = distinctIds(diaryProgramIds);
  if (ids.length === 0) return new Map<string, { name: string | null; isHidden: boolean }>();
  const rows = await db
    .selectFrom("diary_programs")
    .select(["id", "program_id", "note_id"])
    .where("id", "in", ids)
    .execute();
  const [notes, names] = await runPipelined(
    readNotes(
      db,
      rows.map((row) => row.note_id),
    ),
    readProgramNames(
      db,
      rows.map((row) => row.program_id),
    ),
  );
  return new Map(
    rows.map((row) => {
      const hidden = isOnHiddenNote(notes, row.note_id);
      return [row.id, { name: hidden ? null : (names.get(row.program_id) ?? null), isHidden: hidden }];
    }),
  );
}

export async function readProgramNames(db: Db, programIds: Iterable<string>): Promise<Map<string, string>> {
  const ids = distinctIds(programIds);
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("programs").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Whether a row belongs to a note that is hidden or no longer exists. */
export const isOnHiddenNote = (notes: Map<string, { isHidden: boolean }>, noteId: string | null): boolean =>
  noteId !== null && (notes.get(noteId)?.isHidden ?? true);
