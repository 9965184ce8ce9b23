import { type Kysely, type Selectable, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { readNames } from "../../../server/db/names.ts";
import { insertWithShortId } from "../../../server/db/short_ids.ts";
import { getProgramHeading, HEADING_COLUMNS, readHeadings } from "../../tasks/server/public.ts";
import { translateProgram } from "../rules/program-texts.ts";
import {
  LINKED_PROGRAMS,
  LISTED_PROGRAMS,
  type ProgramContent,
  type ProgramFile,
  type ProgramTexts,
  REMOVAL_MESSAGES,
} from "../rules.ts";
import type { LibraryAccess, LinkAccess, ProgramAccess, RemovalAccess } from "./access.ts";

type Db = Kysely<Tables>;

const SHOWN = [
  "id",
  "short_id",
  ...HEADING_COLUMNS,
  "language",
  "is_official",
  "is_public",
  "diary_id",
  "phase_count",
  "activity_count",
  "task_count",
  "last_day",
  "created_by",
  "created_at",
] as const;

/**
 * The programs of a user's library: public ones, then those uploaded for their notebooks, each sorted by name. In a
 * language where they have it.
 */
export async function listPrograms(db: Db, { diaryIds }: LibraryAccess, language?: string) {
  const active = db
    .selectFrom("programs")
    .select(SHOWN)
    .where("is_active", "=", true)
    .orderBy("name")
    .orderBy("id")
    .limit(LISTED_PROGRAMS);
  // A literal: with a parameter, PostgreSQL couldn't match the partial index of public programs.
  const shared = await active.where((eb) => eb("is_public", "=", eb.lit(true))).execute();
  const own = diaryIds.length > 0 ? await active.where("diary_id", "in", [...diaryIds]).execute() : [];
  const rows = [...shared, ...own.filter((row) => !row.is_public)].slice(0, LISTED_PROGRAMS);
  const names = await readNames(db, getCreatorIds(rows));
  return rows.map((row) => toProgram(row, names, language));
}

/**
 * One program with its content, as far as the sync protocol can carry its field names. In a language where the program
 * has it.
 */
export async function getProgram(db: Db, { programId, canRemove }: ProgramAccess, language?: string) {
  const row = await db
    .selectFrom("programs")
    .select([...SHOWN, "content", "texts", "is_active"])
    .where("id", "=", programId)
    .executeTakeFirst();
  if (!row) return null;
  const { is_active: isActive, ...shown } = row;
  const content = readContent(shown, language);
  return {
    ...toProgram(shown, await readNames(db, getCreatorIds([shown])), language),
    /** The language that it is shown in; null where its own isn't known. */
    language: findLanguage(shown, language),
    languages: listProgramLanguages(shown),
    /** Whether it can be activated. */
    isActive,
    /** Whether the reader may remove it from the library. */
    canRemove,
    content: withoutUnsendableFields(content) as ProgramContent,
  };
}

type Row = Pick<Selectable<Tables["programs"]>, (typeof SHOWN)[number]>;
type Translated = Pick<Selectable<Tables["programs"]>, "content" | "texts">;

/** The languages that a program exists in, its own first. */
export const listProgramLanguages = (row: Pick<Row, "language" | "headings">): string[] => [
  ...(row.language === null ? [] : [row.language]),
  ...Object.keys(readHeadings(row)).sort(),
];

/** A language that a program has; else its own. */
const findLanguage = (row: Pick<Row, "language" | "headings">, language: string | undefined) =>
  language !== undefined && listProgramLanguages(row).includes(language) ? language : row.language;

/** A program's content in a language that it has; else in its own. */
export function readContent(
  { content, texts }: Translated,
  language: string | null | undefined,
): ProgramContent {
  const own = content as ProgramContent;
  const translation = new Map(Object.entries(texts as Record<string, ProgramTexts>)).get(language ?? "");
  if (!translation) return own;
  const heading = { programName: "", description: "", category: "", tags: [] };
  return translateProgram({ ...heading, content: own }, translation).content;
}

function toProgram(row: Row, names: Map<string, string>, language: string | undefined) {
  const shown = getProgramHeading(row, language);
  const namesOfAll = [row.name, ...Object.values(readHeadings(row)).map(({ name }) => name)];
  return {
    _id: row.id,
    shortId: row.short_id,
    ...shown,
    /** Its names in further languages, for the search. */
    ...(namesOfAll.length > 1 && { otherNames: namesOfAll.filter((name) => name !== shown.name) }),
    isOfficial: row.is_official,
    isPublic: row.is_public,
    /** The notebook that it was uploaded for; null for public programs. */
    diaryId: row.diary_id,
    phaseCount: row.phase_count,
    activityCount: row.activity_count,
    taskCount: row.task_count,
    /** The last day of the last phase, relative to the baseline. */
    lastDay: row.last_day,
    creatorName: (row.created_by && names.get(row.created_by)) ?? null,
    _creationTime: row.created_at,
  };
}

const getCreatorIds = (rows: Row[]) => rows.flatMap(({ created_by }) => created_by ?? []);

/** Leaves out fields that a file may have but the sync protocol can't carry: `$schema`, names that aren't ASCII. */
function withoutUnsendableFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutUnsendableFields);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).filter(([name]) => /^(?!\$)[ -~]{1,1024}$/.test(name));
  return Object.fromEntries(entries.map(([name, item]) => [name, withoutUnsendableFields(item)]));
}

/** Adds a program for the members of a notebook; returns its id. */
export function insertProgram(
  db: Db,
  { diaryId, userId }: NotebookAccess,
  program: ProgramFile,
  now: Date,
): Promise<string> {
  const row = {
    ...toColumns(program),
    id: uuidv7(),
    diary_id: diaryId,
    created_by: userId,
    created_at: now,
  };
  return insertWithShortId(async (short_id) => {
    const inserted = await db
      .insertInto("programs")
      .values({ ...row, short_id })
      .onConflict((conflict) => conflict.column("short_id").doNothing())
      .returning("id")
      .executeTakeFirst();
    return inserted?.id;
  });
}

/** The columns of a program file. */
function toColumns(program: ProgramFile) {
  const { programName: name, description, category, tags, language, texts = {}, content } = program;
  const headings = Object.entries(texts).map(([code, translation]) => {
    const { programName: name, description, category, tags } = translateProgram(program, translation);
    return [code, { name, description, category, tags }];
  });
  return {
    name,
    description,
    category,
    tags,
    language: language ?? null,
    texts: JSON.stringify(texts),
    headings: JSON.stringify(Object.fromEntries(headings)),
    content: JSON.stringify(content),
  };
}

/**
 * Deletes an uploaded program. After an activation it is kept for its history but deactivated and hidden from every
 * library. Refused while it is active in any notebook.
 */
export async function removeProgram(db: Db, { programId }: RemovalAccess): Promise<void> {
  const activations = await db
    .selectFrom("diary_programs")
    .select("status")
    .distinct()
    .where("program_id", "=", programId)
    .execute();
  if (activations.some(({ status }) => status === "active" || status === "paused"))
    throw new CareError("conflict", REMOVAL_MESSAGES.active);
  if (activations.length === 0) {
    await db.deleteFrom("programs").where("id", "=", programId).execute();
    return;
  }
  await db.updateTable("programs").set({ is_active: false }).where("id", "=", programId).execute();
  await db.deleteFrom("note_programs").where("program_id", "=", programId).execute();
}

/** Links a program to a note; returns whether the link is new. */
export async function insertLink(db: Db, access: LinkAccess, now: Date): Promise<boolean> {
  const { diaryId, noteId, programId, userId } = access;
  const { count } = await db
    .selectFrom("note_programs")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("diary_id", "=", diaryId)
    .where("note_id", "=", noteId)
    .where("program_id", "!=", programId)
    .executeTakeFirstOrThrow();
  if (count >= LINKED_PROGRAMS) {
    throw new CareError("limit", { key: "programrules.linkedFull", values: { most: LINKED_PROGRAMS } });
  }
  const inserted = await db
    .insertInto("note_programs")
    .values({
      diary_id: diaryId,
      note_id: noteId,
      program_id: programId,
      linked_by: userId,
      linked_at: now,
    })
    .onConflict((conflict) => conflict.columns(["note_id", "program_id"]).doNothing())
    .returning("program_id")
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Removes a program from a note; returns whether it was linked. */
export async function deleteLink(db: Db, { diaryId, noteId, programId }: LinkAccess): Promise<boolean> {
  const deleted = await db
    .deleteFrom("note_programs")
    .where("diary_id", "=", diaryId)
    .where("note_id", "=", noteId)
    .where("program_id", "=", programId)
    .returning("program_id")
    .executeTakeFirst();
  return deleted !== undefined;
}

/** A program of the product: its permanent key, and a version that increases with each change. */
export type OfficialProgram = { key: string; version: number; program: ProgramFile };

/** Held while official programs are written, to serialize nodes that start at the same time. */
const OFFICIAL_LOCK = 7_301_018;

/** Adds new official programs and updates older ones; returns how many were written. */
export async function saveOfficialPrograms(db: Db, programs: readonly OfficialProgram[]): Promise<number> {
  if ((await findOutdated(db, programs)).length === 0) return 0;
  return db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${OFFICIAL_LOCK})`.execute(transaction);
    const waiting = await findOutdated(transaction, programs);
    for (const program of waiting) await saveOfficialProgram(transaction, program);
    return waiting.length;
  });
}

async function findOutdated(db: Db, programs: readonly OfficialProgram[]): Promise<OfficialProgram[]> {
  const rows = await db
    .selectFrom("programs")
    .select(["official_key", "version"])
    .where("is_official", "=", true)
    .execute();
  const versions = new Map(rows.map(({ official_key, version }) => [official_key, Number(version)]));
  return programs.filter(({ key, version }) => version > (versions.get(key) ?? -1));
}

async function saveOfficialProgram(db: Db, { key, version, program }: OfficialProgram): Promise<void> {
  const columns = { ...toColumns(program), version };
  const updated = await db
    .updateTable("programs")
    .set(columns)
    .where("official_key", "=", key)
    .returning("id")
    .executeTakeFirst();
  if (updated) return;
  await insertWithShortId((short_id) =>
    db
      .insertInto("programs")
      .values({
        ...columns,
        id: uuidv7(),
        short_id,
        official_key: key,
        is_official: true,
        is_public: true,
        published_at: new Date(),
      })
      .onConflict((conflict) => conflict.column("short_id").doNothing())
      .returning("id")
      .executeTakeFirst(),
  );
}
