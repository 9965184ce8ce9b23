import { sql } from "kysely";
import { seesItem, seesNote } from "../../../server/access/visibility.ts";
import { selectComments } from "../../notebooks/server/public.ts";
import { getNoteText } from "../../notes/rules.ts";
import { NOTE_HEAD, type NoteHead } from "../../notes/server/public.ts";
import type { PlanFacts } from "../../plans/schema.ts";
import { seesPlan } from "../../plans/server/public.ts";
import type { ProgramInLanguage } from "../../tasks/server/public.ts";
import type { IndexedKind, Scope } from "./found.ts";

/** A found row before its words are marked and the names of people and notebooks are added. */
export type Detail = {
  id: string;
  diaryId: string;
  at: number;
  day: string | null;
  time?: string | null;
  authorId: string;
  /** Its own title; null when it is that of its note or program. */
  title: string | null;
  body: string;
  note: NoteHead | null;
  taskId: string | null;
  taskStatus: string | null;
  diaryProgramId: string | null;
  /** The program that its title is of. */
  program: ProgramInLanguage | null;
};

const NOTHING = { day: null, taskId: null, taskStatus: null, diaryProgramId: null, program: null } as const;

/** The shown fields of found rows: read by their ids, and again only rows that the reader sees. */
export const DETAILS: Record<IndexedKind, (scope: Scope, ids: string[]) => Promise<Detail[]>> = {
  async note({ db, reader, diaryIds }, ids) {
    const rows = await db
      .selectFrom("notes as n")
      .select(NOTE_HEAD)
      .select([
        "n.id",
        "n.diary_id",
        "n.updated_at",
        "n.note_day",
        "n.note_time",
        "n.created_by",
        "n.content",
        "n.tags",
      ])
      .where("n.diary_id", "in", diaryIds)
      .where("n.id", "in", ids)
      .where(seesNote("n", reader))
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      id: row.id,
      diaryId: row.diary_id,
      at: row.updated_at,
      day: row.note_day,
      time: row.note_time,
      authorId: row.created_by,
      title: row.note_title,
      body: getBody(row.content, row.tags),
      note: row,
    }));
  },

  async comment({ db, reader, diaryIds }, ids) {
    const rows = await selectComments(db)
      .select(NOTE_HEAD)
      .select(["c.id", "c.diary_id", "c.created_at", "c.created_by", "c.content", "c.task_id"])
      .select(["c.diary_program_id", "t.title as task_title", "g.program_id", "g.language"])
      .select(seesItem("n", reader).as("sees_note"))
      .where("c.diary_id", "in", diaryIds)
      .where("c.id", "in", ids)
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      id: row.id,
      diaryId: row.diary_id,
      at: row.created_at,
      authorId: row.created_by,
      title: row.task_title,
      body: row.content ?? "",
      // A user who sees a task only as its assignee gets no link to its note.
      note: row.sees_note ? row : null,
      taskId: row.task_id,
      diaryProgramId: row.diary_program_id,
      program: row.program_id === null ? null : { program_id: row.program_id, language: row.language },
    }));
  },

  async task({ db, reader, diaryIds }, ids) {
    const rows = await db
      .selectFrom("tasks as t")
      .leftJoin("notes as n", (join) =>
        join.onRef("n.diary_id", "=", "t.diary_id").onRef("n.id", "=", "t.note_id"),
      )
      .select(NOTE_HEAD)
      .select(["t.id", "t.diary_id", "t.created_at", "t.created_by", "t.title", "t.description", "t.status"])
      .select(sql<string | null>`coalesce(t.due_day, t.scheduled_day)`.as("day"))
      .select(seesItem("n", reader).as("sees_note"))
      .where("t.diary_id", "in", diaryIds)
      .where("t.id", "in", ids)
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      id: row.id,
      diaryId: row.diary_id,
      at: row.created_at,
      day: row.day,
      authorId: row.created_by,
      title: row.title,
      body: row.description,
      note: row.sees_note ? row : null,
      taskId: row.id,
      taskStatus: row.status,
    }));
  },

  async plan({ db, reader, diaryIds }, ids) {
    const rows = await db
      .selectFrom("medication_plans as p")
      .select(["p.id", "p.diary_id", "p.created_at", "p.created_by", "p.facts"])
      .where("p.diary_id", "in", diaryIds)
      .where("p.id", "in", ids)
      .where(seesPlan("p", reader))
      .execute();
    return rows.map((row) => {
      const { form, route, prescriber, notes } = row.facts as Partial<PlanFacts>;
      return {
        ...NOTHING,
        id: row.id,
        diaryId: row.diary_id,
        at: row.created_at,
        authorId: row.created_by,
        title: getMedicine(row.facts),
        body: [form, route, prescriber, notes].filter(Boolean).join(" "),
        note: null,
      };
    });
  },

  async dose({ db, reader, diaryIds }, ids) {
    const rows = await db
      .selectFrom("doses as o")
      .innerJoin("medication_plans as p", (join) =>
        join.onRef("p.diary_id", "=", "o.diary_id").onRef("p.id", "=", "o.plan_id"),
      )
      .select(["o.id", "o.diary_id", "o.recorded_at", "o.recorded_by", "o.words", "p.facts"])
      .where("o.diary_id", "in", diaryIds)
      .where("o.id", "in", ids)
      .where(seesPlan("p", reader))
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      id: row.id,
      diaryId: row.diary_id,
      at: row.recorded_at,
      authorId: row.recorded_by,
      title: getMedicine(row.facts),
      body: (row.words as { note?: string } | null)?.note ?? "",
      note: null,
    }));
  },

  async file({ db, reader, diaryIds }, ids) {
    const rows = await db
      .selectFrom("attachments as a")
      .innerJoin("notes as n", (join) =>
        join.onRef("n.diary_id", "=", "a.diary_id").onRef("n.id", "=", "a.note_id"),
      )
      .select(NOTE_HEAD)
      .select(["a.id", "a.diary_id", "a.created_at", "a.uploaded_by", "a.filename", "a.description"])
      .where("a.diary_id", "in", diaryIds)
      .where("a.id", "in", ids)
      .where(seesNote("n", reader))
      .execute();
    return rows.map((row) => ({
      ...NOTHING,
      id: row.id,
      diaryId: row.diary_id,
      at: row.created_at,
      authorId: row.uploaded_by,
      title: row.filename,
      body: row.description ?? "",
      note: row,
    }));
  },
};

/** "ramipril 5 mg". */
const getMedicine = (facts: unknown): string => {
  const { name, strength } = (facts ?? {}) as Partial<PlanFacts>;
  return [name, strength].filter(Boolean).join(" ");
};

/** The words of a note below its title: its text, or its medications, and its tags. */
function getBody(content: unknown, tags: readonly string[]): string {
  const { medications = [] } =
    (content as { data?: { medications?: Record<string, string>[] } } | null)?.data ?? {};
  const rows = medications.map(({ genericName, brandName, dosage, timing, notes }) =>
    [genericName, brandName && `(${brandName})`, dosage, timing, notes].filter(Boolean).join(" "),
  );
  return [getNoteText(content), rows.join("; "), tags.map((tag) => `#${tag}`).join(" ")]
    .filter(Boolean)
    .join(" ");
}
