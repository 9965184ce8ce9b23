import { v7 as uuidv7 } from "uuid";
import { checkSpan } from "../../../lib/dates/day-span.ts";
import { CareError } from "../../../lib/errors.ts";
import { EXAMPLE_IDS } from "../../../lib/example-ids.ts";
import { inNotebookWithZone, person, readTimeZone } from "../../../server/access/gate.ts";
import { isMadeBefore } from "../../../server/access/made_before.ts";
import type { Transaction } from "../../../server/db/database.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { createShortId } from "../../../server/db/short_ids.ts";
import { serializeTransactions } from "../../../server/db/turns.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { readAccountLanguage } from "../../../server/words/of_account.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { notifyOfMentionInNote, notifyOfNote } from "../../notifications/server/public.ts";
import { NOTE_MESSAGES } from "../rules/messages.ts";
import { getStoredFields } from "../rules/stored-fields.ts";
import { getChangedParts, hasChangedMeanwhile, type NoteType } from "../rules.ts";
import * as schema from "../schema.ts";
import { mayChangeNote, mayDeleteNote, mayListNotes, mayReadNote } from "./access.ts";
import * as data from "./data.ts";
import { listNoteDays as listDays } from "./day_data.ts";
import { findMentioned } from "./mentions/find_mentioned.ts";
import { enqueueMentionMails } from "./mentions/mails.ts";
import * as tags from "./tag_data.ts";
import * as writes from "./write_data.ts";

/** The language of words that are stored with a note; only handovers have some. */
const readWritingLanguage = async (db: Transaction, userId: string, type: NoteType) =>
  type === "handover" ? readAccountLanguage(db, userId) : null;

/** The name of a note in a mail about a mention. */
const MAIL = { what: "note" } as const;

/** The newest notes of a notebook that the caller sees; 1,000 unless `limit` is lower. */
export const listNotes = query({
  ...schema.listNotes,
  example: { diaryId: EXAMPLE_IDS.diary },
  access: mayListNotes(),
  handler: ({ db, vault, access }, { limit }) => data.listNotes(db, access, vault, limit),
});

/** As `listNotes`, paginated and filtered: by type, tag, author, words and days. Words don't find encrypted notes. */
export const pageNotes = query({
  ...schema.pageNotes,
  access: mayListNotes(),
  handler: ({ db, vault, access, journal }, { diaryId: _, paginationOpts, ...filter }) =>
    data.pageNotes(db, access, vault, filter, paginationOpts, journal),
});

/** The tags of a notebook's notes that the caller sees, with the number of notes of each. */
export const listNoteTags = query({
  ...schema.listNoteTags,
  access: mayListNotes(),
  handler: ({ db, access }) => tags.listNoteTags(db, access),
});

/**
 * The days of a notebook that have notes which the caller sees, from the first day to the last (`YYYY-MM-DD`): the number
 * of notes, of lists of medications and of notes with `tag`, and the most used tags.
 */
export const listNoteDays = query({
  ...schema.listNoteDays,
  access: mayListNotes(),
  handler: ({ db, access }, { diaryId: _, ...days }) => {
    checkSpan(days);
    return listDays(db, access, days);
  },
});

/** One note with its content, or null when it is missing or hidden. */
export const getNote = query({
  ...schema.getNote,
  example: { noteId: EXAMPLE_IDS.note },
  access: mayReadNote(),
  handler: async ({ db, vault, access }) => access && data.getNote(db, access, vault),
});

/** As `getNote`, by the six-letter id of a link. */
export const getNoteByShortId = query({
  ...schema.getNoteByShortId,
  access: mayReadNote(),
  handler: async ({ db, vault, access }) => access && data.getNote(db, access, vault),
});

/**
 * Adds a note, notifies the mentioned people who see it; returns its id, which is `id` when given. Title and content of an encrypted one are
 * stored encrypted; this can't be changed later.
 */
export const createNote = mutation({
  ...schema.createNote,
  example: {
    diaryId: EXAMPLE_IDS.diary,
    type: "default",
    title: "A quiet morning",
    content: "Ate half a slice of toast, drank well.",
    noteDate: 1764061200000,
    visibility: "team",
    tags: ["food"],
  },
  access: inNotebookWithZone("notes.create"),
  isDurable: true,
  handler: async (
    { db, vault, access, now, baseUrl, unsubscribe, writeLast },
    { id: chosenId, diaryId: _, isEncrypted, type, ...given },
  ) => {
    if (chosenId !== undefined && (await isMadeBefore(db, access, "notes", chosenId))) return chosenId;
    const language = await readWritingLanguage(db, access.userId, type);
    const fields = runInLanguage(language, () => getStoredFields(given, { type, timeZone: access.timeZone }));
    const note = { ...fields, type, isEncrypted };
    if (type === "current-medications") await serializeTransactions(db, "medication_turns", access.diaryId);
    const { told, people } = await findMentioned(db, {
      ...note,
      diaryId: access.diaryId,
      userId: access.userId,
      authorId: access.userId,
      before: { mentions: [], told: [] },
      now,
    });
    const shortId = createShortId();
    const { id, insert } = await writes.prepareNote(db, access, vault, note, now, {
      id: chosenId ?? uuidv7(),
      shortId,
      told,
    });
    // The note isn't stored yet.
    const mail = { ...MAIL, ...access, noteId: null, subjectId: id, rest: `/note/${shortId}` };
    await enqueueMentionMails(db, people, mail, { now, baseUrl, unsubscribe });
    writeLast(insert);
    const mentioned = people.map(({ userId }) => userId);
    writeLast(
      notifyOfNote(
        db,
        {
          diaryId: access.diaryId,
          noteId: id,
          authorId: access.userId,
          visibility: note.visibility,
          mentioned,
        },
        now,
      ),
    );
    return id;
  },
});

/**
 * Changes a note, keeps the previous version, and notifies the mentioned people who see it and weren't notified before;
 * returns its id. Refused when another user has changed the note since the editor read version `baseVersion`.
 */
export const updateNote = mutation({
  ...schema.updateNote,
  access: mayChangeNote("notes.edit"),
  isDurable: true,
  handler: async (
    { db, vault, access, now, opId, baseUrl, unsubscribe, audit, writeLast },
    { noteId, baseVersion, ...given },
  ) => {
    const [lockedNote, timeZone] = await runPipelined(
      writes.lockNote(db, access, vault),
      readTimeZone(db, access),
    );
    const { type, row, fields: before } = lockedNote;
    if (opId !== null && (await writes.isEditMade(db, row, opId))) return access.noteId;
    const language = await readWritingLanguage(db, access.userId, type);
    const note = runInLanguage(language, () => getStoredFields(given, { type, timeZone, former: before }));
    if (baseVersion !== undefined && baseVersion !== row.version) throw hasChangedMeanwhile();
    const changed = getChangedParts(before, note);
    if (changed.length === 0) return access.noteId;
    const { told, people } = await findMentioned(db, {
      ...note,
      diaryId: access.diaryId,
      userId: access.userId,
      authorId: row.created_by,
      before: row,
      now,
    });
    await writes.updateNote(db, access, vault, lockedNote, note, { changed, told, opId }, now);
    const mail = { ...MAIL, ...access, subjectId: access.noteId, rest: "" };
    await enqueueMentionMails(db, people, mail, { now, baseUrl, unsubscribe });
    const mentioned = people.map(({ userId }) => userId);
    if (mentioned.length > 0)
      writeLast(notifyOfMentionInNote(db, { ...access, noteId: access.noteId, mentioned }, now));
    if (before.visibility !== note.visibility) {
      await audit({
        eventType: "note.visibilityChanged",
        diaryId: access.diaryId,
        targetType: "note",
        targetId: noteId,
        details: { from: before.visibility, to: note.visibility },
      });
    }
    return access.noteId;
  },
});

/**
 * Deletes a note with everything that belongs to it: versions, comments, attachments, tasks and programs. Refused when
 * the caller may not delete one of its programs, or when another user has changed the note since version `baseVersion`.
 * Repeating a deletion changes nothing.
 */
export const deleteNote = mutation({
  ...schema.deleteNote,
  access: mayDeleteNote("programs.manage"),
  isDurable: true,
  handler: async ({ db, access, audit }, { noteId, baseVersion }) => {
    if (access === null) return null;
    if (baseVersion !== undefined) await writes.checkUnchangedByOthers(db, access, baseVersion);
    if (await writes.hasProgramOfOthers(db, access)) throw new CareError("conflict", NOTE_MESSAGES.program);
    const details = await writes.deleteNote(db, access);
    await audit({
      eventType: "note.deleted",
      diaryId: access.diaryId,
      targetType: "note",
      targetId: noteId,
      details,
    });
    return null;
  },
});

/** Registered as `noteTypes.listActiveNoteTypes`. */
export const listActiveNoteTypes = query({
  ...schema.listActiveNoteTypes,
  access: person(),
  handler: ({ db }) => data.listActiveNoteTypes(db),
});
