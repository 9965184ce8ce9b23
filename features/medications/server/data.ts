import { isDeepStrictEqual } from "node:util";
import { type Compilable, type Kysely, sql } from "kysely";
import { getDayStart, toDayInZone, writtenDay } from "../../../lib/dates/zone-day.ts";
import { CareError } from "../../../lib/errors.ts";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import { listLevelsSeen, toReader } from "../../../lib/visibility.ts";
import { DEFAULT_VISIBILITY, VISIBILITIES, type Visibility } from "../../../lib/visibility-levels.ts";
import { getLanguage } from "../../../lib/words/t.ts";
import type { NotebookAccess } from "../../../server/access/gate.ts";
import { seesNote } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames } from "../../../server/db/names.ts";
import { type PageJournal, paginate } from "../../../server/db/pages.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { readAccountLanguage } from "../../../server/words/of_account.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { getAuthorMark } from "../../notebooks/rules/authors.ts";
import { DEFAULT_SUMMARY, hasOnlyBrandNames } from "../../notes/rules/medication-limits.ts";
import { MEDICATION_MESSAGES } from "../../notes/rules/medication-messages.ts";
import type { Medication, MedicationContent } from "../../notes/rules/medication-schema.ts";
import { getChangedParts } from "../../notes/rules.ts";
import type { NotesAccess, NotesBeforeAccess } from "../../notes/server/public.ts";
import {
  createOpener,
  hasProgramOfOthers,
  lockNote,
  openContent,
  openHead,
  prepareNote,
  readNewerLists,
  updateNote,
} from "../../notes/server/public.ts";
import { applyChange } from "../rules/changed-rows.ts";
import { listMedicationDifferences } from "../rules/changes.ts";
import { formatMedicationTitle } from "../rules/list-title.ts";
import { LIST_LOCALE } from "../rules.ts";
import type { MedicationChange } from "../schema.ts";

type Db = Kysely<Tables>;

/** Which lists of a notebook a reader sees. */
type ListReader = Pick<NotesAccess, "diaryId" | "seesTeam" | "privateOf">;

// A literal, so that PostgreSQL matches the partial index of these lists.
const LIST = sql.lit("current-medications");

/** The newest list of medications that the reader sees, or null; see `readNewerList` for a hidden one. */
export async function readLatestMedications(db: Db, access: NotesAccess, vault: Vault) {
  const latest = await present(db, access, vault, await selectNewest(db, access).executeTakeFirst());
  if (!latest) return null;
  // Shared lists are always visible to the team.
  const newer = access.seesTeam ? null : await readNewerLists(db, access, [latest._id]);
  return {
    ...latest,
    newerList: newer?.get(latest._id) ?? null,
    forOthers: await listForOthers(db, access, latest.visibility),
  };
}

/** For each group of readers who don't see a list of this visibility, the newest list that they see. */
async function listForOthers(db: Db, { diaryId, seesTeam }: ListReader, visibility: Visibility) {
  const wider = VISIBILITIES.slice(VISIBILITIES.indexOf(visibility) + 1).filter((level) =>
    listLevelsSeen(seesTeam, false).includes(level),
  );
  const found = [];
  for (const whom of wider as ("team" | "extended")[]) {
    const row = await selectNewest(db, {
      diaryId,
      seesTeam: whom === "team",
      privateOf: null,
    }).executeTakeFirst();
    const names = await readNames(db, row ? [row.created_by] : []);
    const list = row && {
      _id: row.id,
      shortId: row.short_id,
      noteDay: row.note_day,
      creatorName: getShownName(names, row.created_by),
    };
    found.push({ whom, list: list ?? null });
  }
  return found;
}

/** The list before a note's own, or null: of an earlier day, or of the same day but written earlier. */
export async function readFormerMedications(db: Db, access: NotesBeforeAccess, vault: Vault) {
  const note = await db
    .selectFrom("notes")
    .select("note_day")
    .where("id", "=", access.noteId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirst();
  if (!note) return null;
  const former = await selectBefore(db, access, { ...note, id: access.noteId }).executeTakeFirst();
  return present(db, access, vault, former);
}

/** The lists that the reader sees, newest first and paginated, each with its differences from the list before. */
export async function pageMedications(
  db: Db,
  access: NotesAccess,
  vault: Vault,
  options: PaginationOptions,
  journal: PageJournal,
) {
  const page = await paginate({
    options,
    journal,
    by: "note_day",
    select: () => selectLists(db, access),
    present: (row: Row) => row,
  });
  const last = page.page.at(-1);
  const before = last && !page.isDone ? await selectBefore(db, access, last).executeTakeFirst() : undefined;
  const rows = before ? [...page.page, before] : page.page;
  const lists = await presentAll(db, access, vault, rows);
  return {
    ...page,
    page: lists.slice(0, page.page.length).map(({ head, list }, index) => {
      const former = lists[index + 1];
      const isCompared = former && !former.head.isLost && !head.isLost;
      return {
        ...head,
        count: list.medications.length,
        differences: isCompared ? listMedicationDifferences(former.list.medications, list.medications) : null,
      };
    }),
  };
}

/** The newest lists that the reader sees, newest first. */
export async function listNewestLists(db: Db, access: NotesAccess, vault: Vault, limit: number) {
  const rows = await selectNewest(db, access, limit).execute();
  return presentAll(db, access, vault, rows);
}

/** What a change of one row is based on, and what it is called. */
type Change = {
  list: { noteId: string; version: number } | null;
  change: MedicationChange;
  reason?: string | undefined;
  title: string;
};

/**
 * Writes a new list of today in which one row differs from the newest list that the caller sees, with the same
 * visibility and encryption; returns its id and the statement that inserts it.
 */
export function changeMedications(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { list, change, reason, title }: Change,
  now: Date,
): Promise<NewList> {
  return replaceList(db, access, vault, { list, title, reason }, now, (latest) => ({
    medications: applyChange(latest?.medications ?? [], change),
    visibility: latest?.visibility ?? DEFAULT_VISIBILITY,
    isEncrypted: latest?.isEncrypted ?? false,
  }));
}

/** A new list, and the statement that inserts it. */
export type NewList = { id: string; insert: Compilable; visibility: Visibility };
type FormerList = NonNullable<Awaited<ReturnType<typeof present>>>;
type NextList = { medications: Medication[]; visibility: Visibility; isEncrypted: boolean };

/**
 * Writes a new list of today in place of the newest list that the caller sees; `nextList` makes it from that list.
 * Refused when the caller has seen another list: the second of two concurrent writers gets the error.
 */
export async function replaceList(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  { list, title, reason }: Omit<Change, "change">,
  now: Date,
  nextList: (latest: FormerList | null) => NextList | Promise<NextList>,
): Promise<NewList> {
  await serializeTransactions(db, "medication_turns", access.diaryId);
  const reader: ListReader = { diaryId: access.diaryId, ...toReader(access) };
  const row = await selectNewest(db, reader).forUpdate("r").executeTakeFirst();
  if (row?.id !== list?.noteId || row?.version !== list?.version) {
    throw new CareError("conflict", MEDICATION_MESSAGES.changed);
  }
  const latest = await present(db, reader, vault, row);
  if (latest?.isLost) throw new CareError("conflict", MEDICATION_MESSAGES.lost);
  const { medications, visibility, isEncrypted } = await nextList(latest);
  const today = toDayInZone(now.getTime(), access.timeZone);
  // Also replaces a list that is dated in advance.
  const noteDay = latest && latest.noteDay > today ? latest.noteDay : today;
  const prepared = await prepareNote(
    db,
    access,
    vault,
    {
      type: "current-medications",
      title,
      noteDay,
      noteTime: null,
      mentions: [],
      visibility,
      isEncrypted,
      tags: [],
      content: toContent(medications, reason, getDayStart(noteDay, access.timeZone)),
    },
    now,
  );
  return { ...prepared, visibility };
}

/** Throws unless the note is the newest list that the caller sees, as it was first written, and may be deleted. */
export async function checkUnchanged(db: Db, access: NotebookAccess & { readonly noteId: string }) {
  await serializeTransactions(db, "medication_turns", access.diaryId);
  const reader: ListReader = { diaryId: access.diaryId, ...toReader(access) };
  const row = await selectNewest(db, reader).forUpdate("r").executeTakeFirst();
  const isUnchanged = row?.id === access.noteId && row.version === 1;
  if (!isUnchanged || (await hasProgramOfOthers(db, access))) {
    throw new CareError("conflict", MEDICATION_MESSAGES.changedAgain);
  }
}

/** What a list that is written from the plans has, as the care team sees it. */
type PlannedList = { medications: Medication[]; visibility: Visibility; isEncrypted: boolean };

/**
 * Writes the notebook's list of medications from its plans, as a new version of a list that was written from them on
 * the same day, else as a new note; nothing when no row changes. No one is notified: the change of the plan is the news.
 * @param nextList makes it from the newest list that the care team sees; null when there is none that can be read
 */
export async function writeListFromPlans(
  db: Db,
  access: NotebookAccess & { readonly timeZone: string },
  vault: Vault,
  now: Date,
  nextList: (former: FormerList | null) => Promise<PlannedList>,
): Promise<void> {
  await serializeTransactions(db, "medication_turns", access.diaryId);
  const team: ListReader = { diaryId: access.diaryId, seesTeam: true, privateOf: null };
  const row = await selectNewest(db, team).forUpdate("r").executeTakeFirst();
  const latest = await present(db, team, vault, row);
  const former = latest?.isLost ? null : latest;
  const next = await nextList(former);
  if (former && isDeepStrictEqual(former.medications, next.medications)) return;
  const today = toDayInZone(now.getTime(), access.timeZone);
  const noteDay = latest && latest.noteDay > today ? latest.noteDay : today;
  const note = {
    title: runInLanguage(await readAccountLanguage(db, access.userId), () => formatListTitle(noteDay)),
    noteDay,
    noteTime: null,
    mentions: [],
    visibility: next.visibility,
    tags: [],
    content: toContent(next.medications, undefined, getDayStart(noteDay, access.timeZone)),
  };
  // One note a day: former lists show what changed, and a mistake of a minute ago is none of them.
  const isSameNote =
    former?.isFromPlans &&
    former.noteDay === noteDay &&
    former.visibility === next.visibility &&
    former.isEncrypted === next.isEncrypted;
  if (!isSameNote) {
    const { isEncrypted } = next;
    const fields = { ...note, type: "current-medications" as const, isEncrypted, isFromPlans: true };
    const { insert } = await prepareNote(db, access, vault, fields, now);
    await db.executeQuery(insert.compile());
    return;
  }
  const ofNote = { ...access, noteId: former._id };
  const locked = await lockNote(db, ofNote, vault);
  // The title stays in the language of its first writer.
  const renewed = { ...note, title: locked.fields.title };
  const changed = getChangedParts(locked.fields, renewed);
  await updateNote(db, ofNote, vault, locked, renewed, { changed, told: [], isFromPlans: true }, now);
}

/** In English with the day as in the rows of such a list. */
const formatListTitle = (noteDay: string): string =>
  formatMedicationTitle(writtenDay(noteDay, getLanguage() === "en" ? LIST_LOCALE : undefined));

const toContent = (
  medications: Medication[],
  reason: string | undefined,
  snapshotDate: number,
): MedicationContent => ({
  type: "current-medications",
  data: {
    medications,
    snapshotDate,
    summary: DEFAULT_SUMMARY,
    ...(reason && { reason }),
    ...(hasOnlyBrandNames(medications) && { onlyBrandNames: true }),
  },
  metadata: { photoTranscripts: [], processingSteps: [] },
});

const selectNewest = (db: Db, access: ListReader, limit = 1) =>
  selectLists(db, access)
    .orderBy("r.note_day", "desc")
    .orderBy("r.created_at", "desc")
    .orderBy("r.id", "desc")
    .limit(limit);

const selectBefore = (db: Db, access: ListReader, { note_day, id }: { note_day: string; id: string }) => {
  const stored = db.selectFrom("notes as l").select("l.created_at").where("l.id", "=", id);
  return selectNewest(db, access).where(
    sql<boolean>`(r.note_day, r.created_at, r.id) < (${note_day}::date, ${stored}, ${id}::uuid)`,
  );
};

const selectLists = (db: Db, access: ListReader) =>
  db
    .selectFrom("notes as r")
    .innerJoin("diaries as d", "d.id", "r.diary_id")
    .select([
      "r.id",
      "r.short_id",
      "r.version",
      "r.title",
      "r.content",
      "r.sealed_head",
      "r.sealed_content",
      "r.note_day",
      "d.time_zone",
      "r.visibility",
      "r.is_encrypted",
      "r.created_by",
      "r.by_clinician",
      "r.created_at",
      "r.updated_by",
      "r.updated_at",
      "r.is_from_plans",
    ])
    .where("r.diary_id", "=", access.diaryId)
    .where("d.id", "=", access.diaryId)
    .where("r.type", "=", LIST)
    .where(seesNote("r", access));

type Row = Awaited<ReturnType<ReturnType<typeof selectLists>["execute"]>>[number];

async function present(db: Db, access: ListReader, vault: Vault, row: Row | undefined) {
  if (!row) return null;
  const { head, list } = (await presentAll(db, access, vault, [row]))[0]!;
  return { ...head, ...list };
}

/** Lists of medications: what every list of them shows, and the rest; times are epoch ms. */
async function presentAll(db: Db, { diaryId }: ListReader, vault: Vault, rows: readonly Row[]) {
  const open = await createOpener(vault, db, diaryId, rows);
  const names = await readNames(
    db,
    rows.flatMap((row) => [row.created_by, row.updated_by]),
  );
  return rows.map((row) => {
    const head = openHead(row, open);
    const content = openContent(row, open) as MedicationContent | null;
    const noteDate = getDayStart(row.note_day, row.time_zone);
    return {
      head: {
        _id: row.id,
        shortId: row.short_id,
        noteDay: row.note_day,
        visibility: row.visibility as Visibility,
        isEncrypted: row.is_encrypted,
        /** Whether the list is encrypted with a destroyed key. */
        isLost: content === null,
        /** Whether its present version was written from the plans. */
        isFromPlans: row.is_from_plans,
        creatorName: getShownName(names, row.created_by),
        ...getAuthorMark(row.by_clinician),
        writtenAt: row.created_at,
        edited: row.version > 1 ? { name: getShownName(names, row.updated_by), at: row.updated_at } : null,
        reason: content?.data.reason ?? "",
      },
      list: {
        title: head?.title ?? "",
        medications: content?.data.medications ?? [],
        snapshotDate: content?.data.snapshotDate ?? noteDate,
        summary: content?.data.summary ?? "",
        noteDate,
        creatorId: row.created_by,
        updatedAt: row.updated_at,
        version: row.version,
      },
    };
  });
}
