import type { Kysely } from "kysely";
import { addDays, getDayStart, toDayInZone } from "../../../lib/dates/zone-day.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { countComments } from "../../comments/server/public.ts";
import { listMedicationDifferences } from "../../medications/rules/changes.ts";
import { computeSince } from "../../medications/rules/since.ts";
import { listNewestLists } from "../../medications/server/public.ts";
import type { NoteFilter } from "../../notes/schema.ts";
import { type NoteSummary, type NotesAccess, pageNotes } from "../../notes/server/public.ts";
import { countProgramTasks } from "../../tasks/server/public.ts";
import {
  CHANGE_DAYS,
  isQuestion,
  MAX_CHANGES_LISTED,
  MAX_NOTES_LISTED,
  MAX_QUESTIONS_LISTED,
  QUESTION_TAG,
  RECENT_DAYS,
} from "../rules.ts";

import { listDatedDifferences, readPlans } from "./plan_data.ts";

type Db = Kysely<Tables>;

/** The number of lists that are read to find since when a medication is listed. */
const LISTS_READ = 30;

/** The page for a visit without the information about the person, at a moment of the notebook's time zone. */
export async function getVisit(db: Db, access: NotesAccess, vault: Vault, at: number) {
  const timeZone = await readTimeZone(db, access);
  const today = toDayInZone(at, timeZone);
  const getStart = (days: number) => getDayStart(addDays(today, 1 - days), timeZone);
  const recently = { from: new Date(getStart(RECENT_DAYS)), at: new Date(at) };
  const list = (filter: NoteFilter, most: number) => listNotes(db, access, vault, filter, most);
  const notes = await list({ type: "default", from: getStart(RECENT_DAYS), to: at }, MAX_NOTES_LISTED);
  const { shown, running } = await readPlans(db, access, vault, { at, timeZone });
  const { medications, writtenFromPlansAt } = await readMedications(
    db,
    access,
    vault,
    addDays(today, 1 - CHANGE_DAYS),
  );
  return {
    plans: shown,
    medications,
    differences: listDatedDifferences(medications, running, writtenFromPlansAt),
    questions: await list({ tag: QUESTION_TAG }, MAX_QUESTIONS_LISTED),
    // Open questions are listed separately.
    notes: { ...notes, shown: notes.shown.filter((note) => !isQuestion(note)) },
    programs: await countProgramTasks(db, access, recently),
    commentCount: await countComments(db, access, recently.from),
  };
}

async function listNotes(db: Db, access: NotesAccess, vault: Vault, filter: NoteFilter, most: number) {
  const options = { numItems: most, cursor: null };
  const journal = { read: null, write() {} };
  const { page, isDone } = await pageNotes(db, access, vault, filter, options, journal);
  return { shown: page.map(presentNote), isCut: !isDone };
}

const presentNote = (note: NoteSummary) => ({
  _id: note._id,
  shortId: note.shortId,
  noteDay: note.noteDay,
  title: note.title,
  preview: note.preview,
  tags: note.tags,
  creatorId: note.creatorId,
  creatorName: note.creatorName,
  ...(note.byClinician && { byClinician: note.byClinician }),
  commentCount: note.commentCount,
});

/**
 * The valid list with the first day of each row, the lists from a day on with their changes, and when the valid one was
 * written from the plans; null for a hand-written list.
 */
async function readMedications(db: Db, access: NotesAccess, vault: Vault, fromDay: string) {
  const read = await listNewestLists(db, access, vault, LISTS_READ);
  const lists = read.map(({ head, list }) => ({
    ...head,
    medications: list.medications,
    updatedAt: list.updatedAt,
  }));
  const [newest] = lists;
  if (!newest) return { medications: null, writtenFromPlansAt: null };
  const since = computeSince(lists);
  const changes = lists
    .map((list, index) => ({ list, former: lists[index + 1] }))
    .filter(({ list }) => list.noteDay >= fromDay)
    .slice(0, MAX_CHANGES_LISTED)
    .map(({ list, former }) => ({
      noteDay: list.noteDay,
      ...toAuthor(list),
      reason: list.reason,
      differences:
        former && !former.isLost && !list.isLost
          ? listMedicationDifferences(former.medications, list.medications)
          : null,
    }));
  const medications = {
    _id: newest._id,
    shortId: newest.shortId,
    noteDay: newest.noteDay,
    ...toAuthor(newest),
    writtenAt: newest.writtenAt,
    isLost: newest.isLost,
    rows: newest.medications.map((row, index) => ({ ...row, since: since[index]! })),
    changes,
  };
  return { medications, writtenFromPlansAt: newest.isFromPlans ? newest.updatedAt : null };
}

const toAuthor = ({ creatorName, byClinician }: { creatorName: string; byClinician?: true }) => ({
  creatorName,
  ...(byClinician && { byClinician }),
});
