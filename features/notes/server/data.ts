import { type Kysely, type Selectable, sql } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import { getSearchedWords } from "../../../lib/search-text/fold.ts";
import { listQuery } from "../../../lib/search-text/terms.ts";
import { seesComment, seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getNamedPeople, getShownName, readNames, withNames } from "../../../server/db/names.ts";
import { type Page, type PageJournal, paginate } from "../../../server/db/pages.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { getAuthorMark } from "../../notebooks/rules/authors.ts";
import type { NoteType } from "../rules.ts";
import type { NoteFilter } from "../schema.ts";
import type { NoteAccess, NotesAccess } from "./access.ts";
import { toSearchTerms } from "./found_by.ts";
import { readNewerLists } from "./newer_lists.ts";
import { openWhole, presentFacts } from "./note_row.ts";
import { createOpener, openHead } from "./sealed_note.ts";

/** The pictures of a note that a list shows. */
const LISTED_PICTURES = 3;

type Db = Kysely<Tables>;

/** The newest notes that the reader sees, latest note date first; previews instead of content. */
export async function listNotes(db: Db, access: NotesAccess, vault: Vault, limit: number) {
  const select = selectHeads(db, access)
    .orderBy("r.note_day", "desc")
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit);
  const [rows, names] = await withNames(db, access.diaryId, () => select.execute(), getAuthors);
  return presentHeads(db, access, vault, rows, names);
}

export type NoteSummary = Awaited<ReturnType<typeof listNotes>>[number];

/** As `listNotes`, paginated and filtered. */
export async function pageNotes(
  db: Db,
  access: NotesAccess,
  vault: Vault,
  filter: NoteFilter,
  options: PaginationOptions,
  journal: PageJournal,
): Promise<Page<NoteSummary>> {
  const readPage = () =>
    paginate({
      options,
      journal,
      by: "note_day",
      select: () => selectFiltered(db, access, filter),
      present: (row: HeadRow) => row,
    });
  // A search finds other people's notes than the list.
  const isSearch = Object.values(filter).some((value) => value !== undefined);
  const place = isSearch ? `${access.diaryId} search` : access.diaryId;
  const [page, names] = await withNames(db, place, readPage, (found) => getAuthors(found.page));
  return { ...page, page: await presentHeads(db, access, vault, page.page, names) };
}

/** The notebook's time zone, looked up once per list: with a join, PostgreSQL might choose a worse plan. */
const selectTimeZone = (db: Db, access: Pick<NotesAccess, "diaryId">) =>
  db.selectFrom("diaries as d").select("d.time_zone").where("d.id", "=", access.diaryId);

function selectFiltered(
  db: Db,
  access: NotesAccess,
  { type, tag, createdBy, text, from, to, day }: NoteFilter,
) {
  let select = selectHeads(db, access);
  // A literal, so that PostgreSQL matches the partial index of lists of medications.
  if (type !== undefined) select = select.where("r.type", "=", sql.lit(type));
  if (createdBy !== undefined) select = select.where("r.created_by", "=", createdBy);
  /** The day of a moment (epoch ms) in the notebook's zone. */
  const getDay = (at: number) =>
    sql`(${new Date(at)}::timestamptz at time zone (${selectTimeZone(db, access)}))::date`;
  if (from !== undefined) select = select.where(sql<boolean>`r.note_day >= ${getDay(from)}`);
  if (to !== undefined) select = select.where(sql<boolean>`r.note_day <= ${getDay(to)}`);
  if (day !== undefined) select = select.where("r.note_day", "=", day);
  // Both written as in the index, whose terms begin with the notebook.
  if (text !== undefined) {
    const words = getSearchedWords(text);
    const query = words.length > 0 ? listQuery(access.diaryId, words) : "";
    select = select.where(sql<boolean>`${toSearchTerms("r")} @@ ${query}::tsquery`);
  }
  if (tag !== undefined)
    select = select.where(sql<boolean>`${toSearchTerms("r")} @@ ${tagQuery(access, tag)}`);
  return select;
}

/** The query that finds notes with a tag. */
const tagQuery = ({ diaryId }: Pick<NotesAccess, "diaryId">, tag: string) =>
  sql`quote_literal(right(${diaryId}::text, 8) || tag_term(${tag}))::tsquery`;

const HEAD_COLUMNS = [
  "r.id",
  "r.short_id",
  "r.diary_id",
  "r.type",
  "r.title",
  "r.preview",
  "r.shown",
  "r.sealed_head",
  "r.version",
  "r.created_by",
  "r.by_clinician",
  "r.visibility",
  "r.is_encrypted",
  "r.tags",
  "r.note_day",
  "r.note_time",
  "r.updated_at",
  "r.created_at",
  "t.name as type_name",
  "t.icon",
] as const;

function selectHeads(db: Db, access: NotesAccess) {
  return (
    db
      .selectFrom("notes as r")
      .innerJoin("note_types as t", "t.type_id", "r.type")
      .select(HEAD_COLUMNS)
      .select((eb) => [
        selectTimeZone(db, access).as("time_zone"),
        eb
          .selectFrom("comments as c")
          .whereRef("c.note_id", "=", "r.id")
          .where("c.diary_id", "=", access.diaryId)
          .where(seesComment("c", access))
          .select((inner) => inner.fn.countAll<number>().as("n"))
          .as("comments"),
        eb
          .selectFrom("attachments as a")
          .whereRef("a.note_id", "=", "r.id")
          .where("a.diary_id", "=", access.diaryId)
          .select((inner) => inner.fn.countAll<number>().as("n"))
          .as("attachments"),
        eb
          .selectFrom("attachments as p")
          .whereRef("p.note_id", "=", "r.id")
          .where("p.diary_id", "=", access.diaryId)
          // Written exactly as in the index.
          .where(
            sql<boolean>`p.preview_type in ('image/jpeg', 'image/png', 'image/webp') and not p.is_encrypted`,
          )
          .select(sql<string[] | null>`array_agg(p.id order by p.created_at, p.id)`.as("ids"))
          .as("pictures"),
      ])
      .where("r.diary_id", "=", access.diaryId)
      .where(seesNote("r", access))
      // Of the lists that are written from the plans, only the valid one: the plans have what changed.
      .where((eb) =>
        eb.or([eb("r.is_from_plans", "=", false), eb("r.id", "=", selectNewestList(db, access))]),
      )
  );
}

/** The id of the newest list of medications that the reader sees. */
const selectNewestList = (db: Db, access: NotesAccess) =>
  db
    .selectFrom("notes as l")
    .select("l.id")
    .where("l.diary_id", "=", access.diaryId)
    // A literal, so that PostgreSQL matches the partial index of these lists.
    .where("l.type", "=", sql.lit("current-medications"))
    .where(seesNote("l", access))
    .orderBy("l.note_day", "desc")
    .orderBy("l.created_at", "desc")
    .orderBy("l.id", "desc")
    .limit(1);

/** For each list of medications among these notes, the list that replaced it, by id. */
const readNewerListsAmong = (db: Db, access: NotesAccess, rows: readonly { id: string; type: string }[]) =>
  readNewerLists(
    db,
    access,
    rows.flatMap(({ id, type }) => (type === "current-medications" ? [id] : [])),
  );

const getAuthors = (rows: readonly { created_by: string }[]) => rows.map((row) => row.created_by);

type HeadRow = Awaited<ReturnType<ReturnType<typeof selectHeads>["execute"]>>[number];

async function presentHeads(
  db: Db,
  access: NotesAccess,
  vault: Vault,
  rows: HeadRow[],
  names: Map<string, string>,
) {
  const open = await createOpener(vault, db, access.diaryId, rows);
  const newer = await readNewerListsAmong(db, access, rows);
  return rows.map((row) => {
    const head = openHead(row, open);
    const newerList = newer.get(row.id);
    return {
      ...toHead(row, names, head?.title),
      preview: head?.preview ?? "",
      ...(head?.shown && { medications: head.shown }),
      /** The list that replaced this list of medications; absent for the newest one and for other notes. */
      ...(newerList && { newerList }),
      commentCount: row.comments ?? 0,
      attachmentCount: row.attachments ?? 0,
      ...(row.pictures && {
        pictures: {
          shown: row.pictures.slice(0, LISTED_PICTURES),
          more: Math.max(0, row.pictures.length - LISTED_PICTURES),
        },
      }),
    };
  });
}

/**
 * Whole notes that the reader sees, by day and paginated: for a copy of the notebook. Notes that can't be decrypted are
 * marked.
 */
export async function pageWholeNotes(db: Db, access: NotesAccess, vault: Vault, options: PaginationOptions) {
  const page = await paginate({
    options,
    journal: { read: null, write() {} },
    by: "note_day",
    oldestFirst: true,
    select: () => selectWhole(db, access),
    present: (row: WholeRow) => row,
  });
  const open = await createOpener(vault, db, access.diaryId, page.page);
  const names = await readNames(
    db,
    page.page.map((row) => row.created_by),
  );
  const newer = await readNewerListsAmong(db, access, page.page);
  const notes = page.page.map((row) => {
    const { title, content } = openWhole(row, open);
    return {
      ...toHead(row, names, title),
      isLost: title === undefined,
      diaryId: row.diary_id,
      content,
      newerList: newer.get(row.id) ?? null,
      version: row.version,
    };
  });
  return { ...page, page: notes };
}

const selectWhole = (db: Db, access: NotesAccess) =>
  db
    .selectFrom("notes as r")
    .innerJoin("note_types as t", "t.type_id", "r.type")
    .selectAll("r")
    .select(["t.name as type_name", "t.icon"])
    .select(selectTimeZone(db, access).as("time_zone"))
    .where("r.diary_id", "=", access.diaryId)
    .where(seesNote("r", access));

type WholeRow = Awaited<ReturnType<ReturnType<typeof selectWhole>["execute"]>>[number];

export type WholeNote = Awaited<ReturnType<typeof pageWholeNotes>>["page"][number];

/** One whole note, or null when it was deleted since the access check. */
export async function getNote(db: Db, access: NoteAccess, vault: Vault) {
  const row = await db
    .selectFrom("notes as r")
    .innerJoin("note_types as t", "t.type_id", "r.type")
    .innerJoin("diaries as d", "d.id", "r.diary_id")
    .selectAll("r")
    .select(["t.name as type_name", "t.icon", "d.short_id as diary_short_id", "d.time_zone"])
    .where("r.id", "=", access.noteId)
    .where("r.diary_id", "=", access.diaryId)
    .where("d.id", "=", access.diaryId)
    .executeTakeFirst();
  if (!row) return null;
  const open = await createOpener(vault, db, access.diaryId, [row]);
  const { title, content, isReadable } = openWhole(row, open);
  const names = await readNames(db, [row.created_by, ...row.mentions]);
  return {
    ...toHead(row, names, title),
    isLost: title === undefined,
    mentions: row.mentions,
    mentioned: getNamedPeople(names, row.mentions),
    diaryId: row.diary_id,
    diaryShortId: row.diary_short_id,
    content,
    version: row.version,
    canEdit: access.canEdit && isReadable,
    /** Everyone who may edit a note may delete it, even when it can't be decrypted any more. */
    canDelete: access.canEdit,
  };
}

/** The fields that lists and the note itself share; times are epoch ms. Without a title the note can't be decrypted. */
function toHead(
  row: Omit<
    Selectable<Tables["notes"]>,
    | "content"
    | "sealed_content"
    | "changed"
    | "is_from_plans"
    | "op_id"
    | "updated_by"
    | "preview"
    | "shown"
    | "mentions"
    | "told"
    | "told_at"
  > & {
    type_name: string;
    icon: string;
    time_zone: string | null;
  },
  names: Map<string, string>,
  title: string | undefined,
) {
  return {
    _id: row.id,
    shortId: row.short_id,
    type: row.type as NoteType,
    ...presentFacts(row, title),
    noteTypeName: row.type_name,
    noteTypeIcon: row.icon,
    creatorId: row.created_by,
    creatorName: getShownName(names, row.created_by),
    ...getAuthorMark(row.by_clinician),
    isEncrypted: row.is_encrypted,
    updatedAt: row.updated_at,
    _creationTime: row.created_at,
  };
}

/** The selectable note types, in a fixed order. */
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
