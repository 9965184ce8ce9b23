import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf, namesOf } from "../../../server/db/names.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import {
  NOTE_HEAD,
  type NoteHead,
  readerIn,
  seesComment,
  seesItem,
  seesNote,
  titlesOf,
} from "../../notes/server/public.ts";
import { newestFirst, type UpdateType } from "../rules.ts";
import type { HomeAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** An update before the names of people, notes and notebooks are added. */
type Event = {
  type: UpdateType;
  id: string;
  diaryId: string;
  updatedAt: number;
  actorId: string | null;
  /** Whether its subject is new rather than changed. */
  isFirst: boolean;
  /** Its subject, when that isn't the note. */
  title: string | null;
  programId: string | null;
  note: NoteHead | null;
};

/**
 * The latest notes and updates of all notebooks that the reader sees, newest first. One statement per kind of update,
 * whatever the number of notebooks; plus one to decrypt titles for each notebook with encrypted ones here.
 */
export async function getHomeRecent(
  db: Db,
  access: HomeAccess,
  vault: Vault,
  { notesLimit, updatesLimit }: { notesLimit: number; updatesLimit: number },
) {
  if (access.notebooks.length === 0) return { recentNotes: [], recentUpdates: [] };
  const reader = readerOf(db, access);
  const notes = await newestNotes(reader, Math.max(notesLimit, updatesLimit));
  const others = [
    await newestComments(reader, updatesLimit),
    await newestAttachments(reader, updatesLimit),
    await newestCompletions(reader, updatesLimit),
    await newestPrograms(reader, updatesLimit),
    await newestMembers(reader, updatesLimit),
  ];
  const recent = newestFirst(notes, notesLimit);
  const updates = newestFirst<Event>([...notes, ...others.flat()], updatesLimit);
  const shown = [...recent, ...updates];
  const notebooks = await notebooksOf(db, shown);
  const titles = await titlesOf(db, vault, shown);
  const people = await namesOf(
    db,
    updates.flatMap(({ actorId }) => actorId ?? []),
  );
  const programs = await programNames(db, updates);
  const since = await visitsOf(db, access);
  const place = ({ diaryId, note }: Event) => ({
    diaryId,
    diaryShortId: notebooks.get(diaryId)!.short_id,
    diarySubject: notebooks.get(diaryId)!.full_name,
    noteId: note?.note_id ?? null,
    noteShortId: note?.note_short_id ?? null,
  });
  const titleOf = ({ title, programId, note, type, actorId }: Event) =>
    title ??
    (programId === null ? null : programs.get(programId)) ??
    (type === "member" ? people.get(actorId ?? "") : undefined) ??
    titles.get(note?.note_id ?? "") ??
    "";
  return {
    recentNotes: recent.map((event) => ({
      _id: event.id,
      ...place(event),
      title: titleOf(event),
      updatedAt: event.updatedAt,
      noteTypeIcon: event.icon,
    })),
    recentUpdates: updates.map((event) => ({
      type: event.type,
      id: event.id,
      ...place(event),
      title: titleOf(event),
      updatedAt: event.updatedAt,
      isFirst: event.isFirst,
      actorName: nameOf(people, event.actorId),
      isByMe: event.actorId === access.userId,
      /** By somebody else, and since the reader's last visit to that notebook. */
      isNew: event.actorId !== access.userId && event.updatedAt > (since.get(event.diaryId) ?? 0),
    })),
  };
}

type Reader = ReturnType<typeof readerOf>;

function readerOf(db: Db, { userId, notebooks }: HomeAccess) {
  const reader = readerIn(userId, notebooks);
  /** The reader's notebooks without archived ones, with the alias `d`. */
  const inNotebooks = db
    .selectFrom("diaries as d")
    .where(
      "d.id",
      "in",
      notebooks.map(({ diaryId }) => diaryId),
    )
    .where("d.is_archived", "=", false);
  return { reader, inNotebooks };
}

async function newestNotes({ reader, inNotebooks }: Reader, limit: number) {
  const rows = await inNotebooks
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("notes as n")
          .innerJoin("note_types as nt", "nt.type_id", "n.type")
          .select(NOTE_HEAD)
          .select(["n.diary_id", "n.created_at", "n.updated_at", "n.updated_by", "nt.icon"])
          .whereRef("n.diary_id", "=", "d.id")
          .where(seesNote("n", reader))
          .orderBy("n.updated_at", "desc")
          .limit(limit)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .execute();
  return rows.map((row) => ({
    ...eventOf("note", row.note_id, row.diary_id, row.updated_at, row.updated_by, row),
    isFirst: row.updated_at === row.created_at,
    icon: row.icon,
  }));
}

async function newestComments({ reader, inNotebooks }: Reader, limit: number) {
  const rows = await inNotebooks
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("comments as c")
          .leftJoin("tasks as t", (join) =>
            join.onRef("t.diary_id", "=", "c.diary_id").onRef("t.id", "=", "c.task_id"),
          )
          .leftJoin("diary_programs as g", (join) =>
            join.onRef("g.diary_id", "=", "c.diary_id").onRef("g.id", "=", "c.diary_program_id"),
          )
          .leftJoin("notes as n", (join) =>
            join
              .onRef("n.diary_id", "=", "c.diary_id")
              .on("n.id", "=", sql<string>`coalesce(c.note_id, t.note_id, g.note_id)`),
          )
          .select(NOTE_HEAD)
          .select([
            "c.id",
            "c.diary_id",
            "c.created_at",
            "c.created_by",
            "t.title as task_title",
            "g.program_id",
          ])
          .select(seesItem("n", reader).as("sees_note"))
          .whereRef("c.diary_id", "=", "d.id")
          .where(seesComment("c", reader))
          .where(seesItem("n", reader, "t"))
          .orderBy("c.created_at", "desc")
          .limit(limit)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .execute();
  return rows.map((row) => ({
    ...eventOf("comment", row.id, row.diary_id, row.created_at, row.created_by, row.sees_note ? row : null),
    title: row.task_title,
    programId: row.program_id,
  }));
}

async function newestAttachments({ reader, inNotebooks }: Reader, limit: number) {
  const rows = await inNotebooks
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("attachments as a")
          .innerJoin("notes as n", (join) =>
            join.onRef("n.diary_id", "=", "a.diary_id").onRef("n.id", "=", "a.note_id"),
          )
          .select(NOTE_HEAD)
          .select(["a.id", "a.diary_id", "a.created_at", "a.uploaded_by", "a.filename"])
          .whereRef("a.diary_id", "=", "d.id")
          .where(seesNote("n", reader))
          .orderBy("a.created_at", "desc")
          .limit(limit)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .execute();
  return rows.map((row) => ({
    ...eventOf("attachment", row.id, row.diary_id, row.created_at, row.uploaded_by, row),
    title: row.filename,
  }));
}

async function newestCompletions({ reader, inNotebooks }: Reader, limit: number) {
  const rows = await inNotebooks
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("tasks as t")
          .leftJoin("notes as n", (join) =>
            join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
          )
          .select(NOTE_HEAD)
          .select(["t.id", "t.diary_id", "t.completed_at", "t.completed_by", "t.title"])
          .select(seesItem("n", reader).as("sees_note"))
          .whereRef("t.diary_id", "=", "d.id")
          // Written exactly as in the index.
          .where(sql<boolean>`t.status = 'completed'`)
          .where(seesItem("n", reader, "t"))
          .orderBy("t.completed_at", "desc")
          .limit(limit)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .execute();
  return rows.map((row) => ({
    // Somebody who sees a task only because it is assigned to them gets no link to its note.
    ...eventOf("task", row.id, row.diary_id, row.completed_at!, row.completed_by, row.sees_note ? row : null),
    title: row.title,
  }));
}

async function newestPrograms({ reader, inNotebooks }: Reader, limit: number) {
  const rows = await inNotebooks
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("diary_programs as g")
          .leftJoin("notes as n", (join) =>
            join.onRef("n.diary_id", "=", "g.diary_id").onRef("n.id", "=", "g.note_id"),
          )
          .select(NOTE_HEAD)
          .select(["g.id", "g.diary_id", "g.activated_at", "g.activated_by", "g.program_id"])
          .whereRef("g.diary_id", "=", "d.id")
          .where(seesItem("n", reader))
          .orderBy("g.activated_at", "desc")
          .limit(limit)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .execute();
  return rows.map((row) => ({
    ...eventOf("program", row.id, row.diary_id, row.activated_at, row.activated_by, row),
    programId: row.program_id,
  }));
}

/** New members, except the creator of a notebook. */
async function newestMembers({ inNotebooks }: Reader, limit: number) {
  const rows = await inNotebooks
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("members as m")
          .select(["m.id", "m.diary_id", "m.joined_at", "m.user_id"])
          .whereRef("m.diary_id", "=", "d.id")
          .whereRef("m.user_id", "!=", "d.created_by")
          .orderBy("m.joined_at", "desc")
          .limit(limit)
          .as("x"),
      (join) => join.onTrue(),
    )
    .selectAll("x")
    .execute();
  return rows.map((row) => eventOf("member", row.id, row.diary_id, row.joined_at, row.user_id, null));
}

const eventOf = (
  type: UpdateType,
  id: string,
  diaryId: string,
  updatedAt: number,
  actorId: string | null,
  note: NoteHead | null,
): Event => ({ type, id, diaryId, updatedAt, actorId, isFirst: true, title: null, programId: null, note });

async function notebooksOf(db: Db, events: readonly Event[]) {
  const ids = [...new Set(events.map(({ diaryId }) => diaryId))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("diaries as d")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .select(["d.id", "d.short_id", "p.full_name"])
    .where("d.id", "in", ids)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

async function programNames(db: Db, events: readonly Event[]): Promise<Map<string, string>> {
  const ids = [...new Set(events.flatMap(({ programId }) => programId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom("programs").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** The reader's last visit to each notebook or, before the first one, the time they joined. */
async function visitsOf(db: Db, { userId }: HomeAccess): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom("members as m")
    .leftJoin("notebook_visits as v", (join) =>
      join.onRef("v.diary_id", "=", "m.diary_id").on("v.user_id", "=", userId),
    )
    .select(["m.diary_id", "m.joined_at", "v.last_opened_at"])
    .where("m.user_id", "=", userId)
    .execute();
  return new Map(rows.map((row) => [row.diary_id, row.last_opened_at ?? row.joined_at]));
}
