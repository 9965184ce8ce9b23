import { type ExpressionBuilder, type Kysely, type RawBuilder, type SelectQueryBuilder, sql } from "kysely";
import { createReader, seesComment, seesItem, seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { PageRange } from "../../../server/db/pages.ts";
import { inSpan, type Span } from "../../../server/db/span.ts";
import { selectComments } from "../../notebooks/server/public.ts";
import type { NoteType } from "../../notes/rules.ts";
import { NOTE_HEAD, type NoteHead } from "../../notes/server/public.ts";
import type { ProgramInLanguage } from "../../tasks/server/public.ts";
import { isReadWhenShown, type NewType, type Subject } from "../rules.ts";
import type { UpdatesAccess } from "./access.ts";

/**
 * The updates in the notebooks of a reader, one statement a kind, for any number of notebooks. The visibility of its
 * subject decides who may see an update (server/access/visibility.ts).
 */

type Db = Kysely<Tables>;

/** An update before the names of people, notes and notebooks are added. */
export type Event<Type extends NewType = NewType> = {
  type: Type;
  id: string;
  diaryId: string;
  updatedAt: number;
  actorId: string | null;
  /** Whether its subject is new rather than changed. */
  isFirst: boolean;
  mentionsMe: boolean;
  /** The item to open for reading it. */
  thing: Subject;
  /** Its subject, when that isn't the note. */
  title: string | null;
  program: ProgramInLanguage | null;
  /** The plan of its title. */
  planId: string | null;
  /** How many items it represents, such as the given doses of a day. */
  represents: number;
  note: NoteHead | null;
  /** Its place in a page, for updates of a page. */
  pageKey: string | null;
};

/**
 * The wanted updates of each notebook: so many of the newest; with `isNew` only unread ones, with `range` only those of
 * a page, with `span` only those that were recorded in it.
 */
export type Wanted = { limit: number; isNew?: boolean; range?: PageRange; span?: Span };

export type Reader = ReturnType<typeof createUpdatesReader>;

export const createUpdatesReader = (
  db: Db,
  { userId, notebooks }: Pick<UpdatesAccess, "userId" | "notebooks">,
) => ({
  db,
  userId,
  notebooks,
  reader: createReader(userId, notebooks),
});

/**
 * The reader's notebooks with the alias `d`, archived ones only for a span of a notebook that they named; for new
 * updates with the read markers.
 */
export function inNotebooks({ db, userId, notebooks }: Reader, { isNew = false, span }: Wanted) {
  const named = db.selectFrom("diaries as d").where(
    "d.id",
    "in",
    notebooks.map(({ diaryId }) => diaryId),
  );
  if (span) return named;
  const all = named.where("d.is_archived", "=", false);
  // Only `conditions` names the joined tables.
  return all.$if(isNew, (rows) =>
    rows
      .innerJoin("members as me", (join) =>
        join.onRef("me.diary_id", "=", "d.id").on("me.user_id", "=", userId),
      )
      .leftJoin("read_marks as whole", (join) =>
        join
          .onRef("whole.diary_id", "=", "d.id")
          .on("whole.user_id", "=", userId)
          .on("whole.note_id", "is", null)
          .on("whole.task_id", "is", null)
          .on("whole.diary_program_id", "is", null),
      ),
  );
}

/** Events before a member joined aren't news to them. */
const READ_UP_TO = sql`coalesce(whole.up_to, me.joined_at)`;
export const SHOWN_UP_TO = sql`greatest(coalesce(whole.up_to, me.joined_at), whole.shown_up_to)`;

/** The columns of a kind of update: its time, its author, and the items the reader may open to read it. */
type Columns = { at: string; id: string; actor: string; opened?: Opened };

/** The items the reader may have opened: kinds of marks, with the columns of the ids. */
type Opened = Partial<Record<"note_id" | "task_id" | "diary_program_id", string>>;

/** The start of a statement: a notebook of the reader, with the alias `d`. */
export type OfNotebook = ExpressionBuilder<Tables & { d: Tables["diaries"] }, "d">;

/** Reads the wanted updates of a kind: of each notebook the newest, with ids as the order of equal times. */
export async function readNewest<Db, Table extends keyof Db, Row>(
  type: NewType,
  reader: Reader,
  wanted: Wanted,
  columns: Columns,
  select: (eb: OfNotebook) => SelectQueryBuilder<Db, Table, Row>,
): Promise<(Row & { page_key: string | null })[]> {
  const at = sql.ref(columns.at);
  const key: RawBuilder<string | null> = wanted.range?.key(at) ?? sql<null>`null`;
  const ofEach = (eb: OfNotebook) =>
    conditions(type, reader, wanted, columns)
      .reduce((query, condition) => query.where(condition), select(eb))
      .select(key.as("page_key"))
      .orderBy(at, "desc")
      .orderBy(sql.ref(columns.id), "desc")
      .limit(wanted.limit)
      .as("x");
  const rows = await inNotebooks(reader, wanted)
    .innerJoinLateral(ofEach, (join) => join.onTrue())
    .selectAll("x")
    .$castTo<Row & { page_key: string | null }>()
    .execute();
  return rows;
}

/**
 * Conditions of a wanted update: it is in the range or the span; a new one is by another user, and later than the
 * reader's read markers of the notebook and of its subject, or their last view.
 */
function conditions(
  type: NewType,
  reader: Reader,
  { isNew, range, span }: Wanted,
  { at, id, actor, opened = {} }: Columns,
): RawBuilder<boolean>[] {
  const byOthers = sql<boolean>`${sql.ref(actor)} is distinct from ${reader.userId}::uuid`;
  if (span) return [...inSpan(sql.ref(at), span), ...(span.withoutOwn ? [byOthers] : [])];
  if (!isNew) return [range?.isIn(sql.ref(at), id)].filter((condition) => condition != null);
  const since = isReadWhenShown(type) ? SHOWN_UP_TO : READ_UP_TO;
  return [sql<boolean>`${sql.ref(at)} > ${since}`, byOthers, ...unread(reader, sql.ref(at), opened)];
}

/** That the reader hasn't opened, at a time or later, the subject of an update. */
function unread({ db, userId }: Reader, at: RawBuilder<unknown>, opened: Opened): RawBuilder<boolean>[] {
  return Object.entries(opened).map(([column, ref]) => {
    const mark = db
      .selectFrom("read_marks as mark")
      .select("mark.id")
      .where("mark.user_id", "=", userId)
      // So that the one index of a reader's marks serves.
      .where(sql<boolean>`mark.diary_id = d.id`)
      .where(sql<boolean>`${sql.ref(`mark.${column}`)} = ${sql.ref(ref)}`)
      .where(sql<boolean>`mark.up_to >= ${at}`);
    return sql<boolean>`not exists ${mark}`;
  });
}

/** The notes: with a mention that is new to the reader, only by the reader, or of a type or of all others. */
type WhichNotes = {
  onlyMentions?: boolean;
  onlyOwn?: boolean;
  type?: NoteType;
  notOfTypes?: readonly NoteType[];
};

/** Written and changed notes, each once. */
export async function readNewestNotes(
  reader: Reader,
  wanted: Wanted,
  { onlyMentions = false, onlyOwn = false, type, notOfTypes }: WhichNotes = {},
) {
  const columns = { at: "n.updated_at", id: "n.id", actor: "n.updated_by", opened: { note_id: "n.id" } };
  const rows = await readNewest("note", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("notes as n")
      .innerJoin("note_types as nt", "nt.type_id", "n.type")
      .select(NOTE_HEAD)
      .select(["n.diary_id", "n.created_at", "n.updated_at", "n.updated_by", "nt.icon"])
      .whereRef("n.diary_id", "=", "d.id")
      .where(seesNote("n", reader.reader))
      // The change of the plan is the news.
      .where("n.is_from_plans", "=", false)
      .select(notifiesReader(reader, wanted).as("tells_me"))
      .$if(onlyMentions, (query) => query.where(notifiesReader(reader, wanted)))
      .$if(onlyOwn, (query) =>
        query.where("n.created_by", "=", reader.userId).where("n.updated_by", "=", reader.userId),
      )
      .$if(type !== undefined, (query) => query.where("n.type", "=", sql.lit(type!)))
      .$if(notOfTypes !== undefined, (query) => query.where("n.type", "not in", notOfTypes!)),
  );
  return rows.map((row) => ({
    ...toEvent("note", row, row.note_id, row.updated_at, row.updated_by, row),
    isFirst: row.updated_at === row.created_at,
    mentionsMe: row.tells_me,
    icon: row.icon,
  }));
}

/**
 * Whether a note mentions the reader, who was notified of it after they last read it: a known mention isn't new again
 * because the author corrects a word.
 */
function notifiesReader(reader: Reader, wanted: Wanted): RawBuilder<boolean> {
  if (!wanted.isNew) return sql<boolean>`false`;
  const toldAt = sql`n.told_at[array_position(n.told, ${reader.userId}::uuid)]`;
  const conditions = [
    mentions(reader, "n"),
    sql<boolean>`${toldAt} > ${READ_UP_TO}`,
    ...unread(reader, toldAt, { note_id: "n.id" }),
  ];
  return sql<boolean>`(${sql.join(conditions, sql` and `)})`;
}

/**
 * Written and changed comments, each once.
 * @param onlyMentions only comments that mention the reader
 */
export async function readNewestComments(reader: Reader, wanted: Wanted, onlyMentions = false) {
  const columns = {
    at: "c.updated_at",
    id: "c.id",
    actor: "c.created_by",
    opened: { note_id: "c.note_id", task_id: "c.task_id", diary_program_id: "c.diary_program_id" },
  };
  const rows = await readNewest("comment", reader, wanted, columns, (eb) =>
    selectComments(eb)
      .select(NOTE_HEAD)
      .select([
        "c.id",
        "c.diary_id",
        "c.created_at",
        "c.updated_at",
        "c.created_by",
        "c.note_id as on_note",
        "c.task_id as on_task",
        "c.diary_program_id as on_program",
        "t.title as task_title",
        "g.program_id",
        "g.language",
      ])
      .select(seesItem("n", reader.reader).as("sees_note"))
      .select(mentions(reader, "c").as("mentions_me"))
      .whereRef("c.diary_id", "=", "d.id")
      .where(seesComment("c", reader.reader))
      .where(seesItem("n", reader.reader, "t"))
      .$if(onlyMentions, (query) => query.where(mentions(reader, "c"))),
  );
  return rows.map((row) => ({
    ...toEvent("comment", row, row.id, row.updated_at, row.created_by, row.sees_note ? row : null),
    isFirst: row.updated_at === row.created_at,
    thing: row.on_note
      ? ({ type: "note", id: row.on_note } as const)
      : row.on_task
        ? ({ type: "task", id: row.on_task } as const)
        : ({ type: "program", id: row.on_program! } as const),
    mentionsMe: row.mentions_me,
    title: row.task_title,
    program: row.program_id === null ? null : { program_id: row.program_id, language: row.language },
  }));
}

/** Written so that the index of mentions serves. */
const mentions = ({ userId }: Reader, row: string) =>
  sql<boolean>`${sql.ref(`${row}.mentions`)} @> array[${userId}::uuid]`;

export async function readNewestAttachments(reader: Reader, wanted: Wanted) {
  const columns = {
    at: "a.created_at",
    id: "a.id",
    actor: "a.uploaded_by",
    opened: { note_id: "a.note_id" },
  };
  const rows = await readNewest("attachment", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("attachments as a")
      .innerJoin("notes as n", (join) =>
        join.onRef("n.diary_id", "=", "a.diary_id").onRef("n.id", "=", "a.note_id"),
      )
      .select(NOTE_HEAD)
      .select(["a.id", "a.diary_id", "a.created_at", "a.uploaded_by", "a.filename"])
      .whereRef("a.diary_id", "=", "d.id")
      .where(seesNote("n", reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("attachment", row, row.id, row.created_at, row.uploaded_by, row),
    title: row.filename,
  }));
}

export async function readNewestPrograms(reader: Reader, wanted: Wanted) {
  const columns = {
    at: "g.activated_at",
    id: "g.id",
    actor: "g.activated_by",
    opened: { diary_program_id: "g.id" },
  };
  const rows = await readNewest("program", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("diary_programs as g")
      .leftJoin("notes as n", (join) =>
        join.onRef("n.diary_id", "=", "g.diary_id").onRef("n.id", "=", "g.note_id"),
      )
      .select(NOTE_HEAD)
      .select(["g.id", "g.diary_id", "g.activated_at", "g.activated_by", "g.program_id", "g.language"])
      .whereRef("g.diary_id", "=", "d.id")
      .where(seesItem("n", reader.reader)),
  );
  return rows.map((row) => ({
    ...toEvent("program", row, row.id, row.activated_at, row.activated_by, row),
    thing: { type: "program", id: row.id } as const,
    program: row,
  }));
}

/** New members, except the creator of a notebook. */
export async function readNewestMembers(reader: Reader, wanted: Wanted) {
  const columns = { at: "m.joined_at", id: "m.id", actor: "m.user_id" };
  const rows = await readNewest("member", reader, wanted, columns, (eb) =>
    eb
      .selectFrom("members as m")
      .select(["m.id", "m.diary_id", "m.joined_at", "m.user_id"])
      .whereRef("m.diary_id", "=", "d.id")
      .whereRef("m.user_id", "!=", "d.created_by"),
  );
  return rows.map((row) => toEvent("member", row, row.id, row.joined_at, row.user_id, null));
}

export const toEvent = <Type extends NewType>(
  type: Type,
  { diary_id, page_key }: { diary_id: string; page_key: string | null },
  id: string,
  updatedAt: number,
  actorId: string | null,
  note: NoteHead | null,
): Event<Type> => ({
  type,
  id,
  diaryId: diary_id,
  pageKey: page_key,
  updatedAt,
  actorId,
  isFirst: true,
  mentionsMe: false,
  thing: note?.note_id ? { type: "note", id: note.note_id } : { type: "notebook", id: diary_id },
  title: null,
  program: null,
  planId: null,
  represents: 1,
  note,
});
