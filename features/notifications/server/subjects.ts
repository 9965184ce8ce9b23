import { type Kysely, sql } from "kysely";
import { seesPlan } from "../../../lib/plan-visibility.ts";
import { getAudience, seesComment, seesItem, seesNote, toReader } from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";

type Db = Kysely<Tables>;

/** What a notification is about, as its row names it. */
export type SubjectKey = {
  diaryId: string | null;
  subjectKind: string;
  subjectId: string | null;
  slot: string | null;
};

/** The rows behind notifications' subjects, for any reader. */
export type Subjects = Awaited<ReturnType<typeof readSubjects>>;

/** Reads the rows behind these notifications, by id. `getVisibleSubject` decides what a reader may see of them. */
export async function readSubjects(db: Db, keys: readonly SubjectKey[]) {
  const listIds = (...kinds: string[]) => [
    ...new Set(
      keys.flatMap(({ subjectKind, subjectId }) =>
        subjectId !== null && kinds.includes(subjectKind) ? [subjectId] : [],
      ),
    ),
  ];
  const diaryIds = [...new Set(keys.flatMap(({ diaryId }) => diaryId ?? []))];
  const [tasks, comments, plans, appointments, declined, doses] = await runPipelined(
    readTasks(db, diaryIds, listIds("task")),
    readComments(db, diaryIds, listIds("comment")),
    readPlans(db, diaryIds, listIds("dose")),
    readAppointments(db, diaryIds, listIds("appointment")),
    readDeclined(db, diaryIds, listIds("appointment")),
    readDoses(
      db,
      diaryIds,
      keys.filter(({ subjectKind }) => subjectKind === "dose"),
    ),
  );
  const commentedTasks = comments.flatMap(({ task_id }) => task_id ?? []);
  const allTasks = [...tasks, ...(await readTasks(db, diaryIds, commentedTasks))];
  const notes = await readNotes(db, diaryIds, [
    ...listIds("note"),
    ...allTasks.flatMap(({ note_id }) => note_id ?? []),
    ...comments.flatMap(({ note_id, program_note_id }) => note_id ?? program_note_id ?? []),
  ]);
  return {
    tasks: new Map(allTasks.map((row) => [row.id, row])),
    comments: new Map(comments.map((row) => [row.id, row])),
    plans: new Map(plans.map((row) => [row.id, row])),
    appointments: new Map(
      appointments.map((row) => [
        row.id,
        {
          ...row,
          declined: declined.flatMap((one) => (one.appointment_id === row.id ? (one.user_id ?? []) : [])),
        },
      ]),
    ),
    doses: new Map(doses.map((row) => [`${row.plan_id} ${row.slot}`, row])),
    notes: new Map(notes.map((row) => [row.note_id, row])),
  };
}

/** Whether a task is still to be done, and due at the time of its reminder, epoch ms; one of a paused program isn't. */
export function isTaskStillDue({ tasks }: Subjects, taskId: string, remindedAt: number): boolean {
  const task = tasks.get(taskId);
  return (
    task !== undefined &&
    task.paused_since === null &&
    (task.status === "pending" || task.status === "in_progress") &&
    task.remind_at !== null &&
    Math.abs(task.remind_at - remindedAt) < 1000
  );
}

async function readTasks(db: Db, diaryIds: string[], ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("tasks as t")
    .leftJoin("diary_programs as g", (join) =>
      join.onRef("g.diary_id", "=", "t.diary_id").onRef("g.id", "=", "t.linked_diary_program_id"),
    )
    .select(["t.id", "t.diary_id", "t.title", "t.status", "t.assigned_to", "t.assigned_at", "t.note_id"])
    .select(["t.remind_at", "t.expires_after", "g.paused_since"])
    .select(["t.completed_at", "t.completed_by", "t.updated_at", "t.updated_by"])
    .where("t.diary_id", "in", diaryIds)
    .where("t.id", "in", ids)
    .execute();
}

async function readComments(db: Db, diaryIds: string[], ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("comments as c")
    .leftJoin("diary_programs as g", (join) =>
      join.onRef("g.diary_id", "=", "c.diary_id").onRef("g.id", "=", "c.diary_program_id"),
    )
    .select(["c.id", "c.diary_id", "c.visibility", "c.created_by", "c.note_id", "c.task_id"])
    .select(["c.diary_program_id", "g.note_id as program_note_id"])
    .where("c.diary_id", "in", diaryIds)
    .where("c.id", "in", ids)
    .execute();
}

async function readPlans(db: Db, diaryIds: string[], ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("medication_plans")
    .select(["id", "diary_id", "visibility", "ended_at", "facts"])
    .select(sql<boolean>`sealed_facts is not null`.as("is_encrypted"))
    .where("diary_id", "in", diaryIds)
    .where("id", "in", ids)
    .execute();
  return rows.map((row) => ({ ...row, facts: row.facts as { name: string; strength: string } | null }));
}

async function readAppointments(db: Db, diaryIds: string[], ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("appointments")
    .select(["id", "diary_id", "title", "visibility", "created_by", "status"])
    .select(["all_day", "starts_local", "ends_local", "time_zone", "starts_at", "ends_at"])
    .where("diary_id", "in", diaryIds)
    .where("id", "in", ids)
    .execute();
}

/** Members who neither go nor drive, by their answer. */
async function readDeclined(db: Db, diaryIds: string[], ids: string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("appointment_people")
    .select(["appointment_id", "user_id", "answer"])
    .where("diary_id", "in", diaryIds)
    .where("appointment_id", "in", ids)
    .execute();
  const getKey = (row: (typeof rows)[number]) => `${row.appointment_id} ${row.user_id}`;
  const there = new Set(rows.filter(({ answer }) => answer !== "no").map(getKey));
  return rows.filter((row) => !there.has(getKey(row)));
}

/** The standing doses of these slots. */
async function readDoses(db: Db, diaryIds: string[], keys: readonly SubjectKey[]) {
  const plans = [...new Set(keys.flatMap(({ subjectId }) => subjectId ?? []))];
  const slots = [...new Set(keys.flatMap(({ slot }) => slot ?? []))];
  if (plans.length === 0 || slots.length === 0) return [];
  return db
    .selectFrom("doses")
    .select(["plan_id", "slot", "state", "claimed_until"])
    .select(["given_at", "given_by", "given_by_name", "recorded_by", "recorded_at"])
    .where("diary_id", "in", diaryIds)
    .where("plan_id", "in", plans)
    .where("slot", "in", slots)
    .where("extra_of", "is", null)
    .where("state", "!=", "withdrawn")
    .execute();
}

async function readNotes(db: Db, diaryIds: string[], ids: string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom("notes as n")
    .select(["n.id as note_id", "n.short_id as note_short_id", "n.title as note_title"])
    .select(["n.id", "n.diary_id", "n.visibility", "n.created_by", "n.is_encrypted"])
    .where("n.diary_id", "in", diaryIds)
    .where("n.id", "in", [...new Set(ids)])
    .execute();
}

/** A member who reads, with their role in the notification's notebook. */
export type Member = { userId: string; role: Role };

/** What a member sees of a subject: where it is, and what names it. */
export type VisibleSubject = {
  type: "task" | "dose" | "appointment" | "note" | "comment" | "member";
  id: string;
  /** The title, where it isn't encrypted. */
  title: string;
  /** The note whose title names it, when the reader sees it. */
  titledBy: string | null;
  /** The plan whose medicine names it. */
  planId: string | null;
  noteId: string | null;
  noteShortId: string | null;
  taskId: string | null;
  diaryProgramId: string | null;
  slot: string | null;
};

const NOWHERE = {
  title: "",
  titledBy: null,
  planId: null,
  noteId: null,
  noteShortId: null,
  taskId: null,
  diaryProgramId: null,
  slot: null,
};

/** What a member sees of a notification's subject; null when it is hidden from them, missing, or none. */
export function getVisibleSubject(
  subjects: Subjects,
  key: SubjectKey,
  member: Member,
): VisibleSubject | null {
  const { subjectId: id, subjectKind } = key;
  if (id === null) return null;
  const reader = toReader(member);
  const getPlace = (noteId: string | null) => {
    const note = noteId === null ? undefined : subjects.notes.get(noteId);
    return note && seesItem(getAudience(note), reader)
      ? { noteId: note.note_id, noteShortId: note.note_short_id }
      : { noteId: null, noteShortId: null };
  };
  const getNote = (noteId: string | null) => (noteId === null ? null : (subjects.notes.get(noteId) ?? null));
  switch (subjectKind) {
    case "task": {
      const task = subjects.tasks.get(id);
      if (!task || !seesItem(getAudience(getNote(task.note_id), task.assigned_to), reader)) return null;
      return { ...NOWHERE, type: "task", id, title: task.title, ...getPlace(task.note_id), taskId: id };
    }
    case "note": {
      const note = subjects.notes.get(id);
      if (!note || !seesItem(getAudience(note), reader)) return null;
      return { ...NOWHERE, type: "note", id, titledBy: id, ...getPlace(id) };
    }
    case "comment": {
      const comment = subjects.comments.get(id);
      if (!comment) return null;
      const task = comment.task_id === null ? null : subjects.tasks.get(comment.task_id);
      const noteId = comment.note_id ?? task?.note_id ?? comment.program_note_id;
      const sees =
        seesItem(getAudience(getNote(noteId), task?.assigned_to ?? null), reader) &&
        seesComment({ visibility: comment.visibility as Visibility, creatorId: comment.created_by }, reader);
      if (!sees) return null;
      return {
        ...NOWHERE,
        type: "comment",
        id,
        title: task?.title ?? "",
        titledBy: comment.note_id,
        ...getPlace(noteId),
        taskId: comment.task_id,
        diaryProgramId: comment.diary_program_id,
      };
    }
    case "dose": {
      const plan = subjects.plans.get(id);
      if (!plan || !seesPlan(plan, reader)) return null;
      return { ...NOWHERE, type: "dose", id, planId: id, slot: key.slot };
    }
    case "appointment": {
      const appointment = subjects.appointments.get(id);
      if (!appointment) return null;
      const { visibility, created_by: authorId, title } = appointment;
      if (!seesNote({ visibility: visibility as Visibility, authorId }, reader)) return null;
      return { ...NOWHERE, type: "appointment", id, title };
    }
    case "member":
      return { ...NOWHERE, type: "member", id };
    default:
      return null;
  }
}
