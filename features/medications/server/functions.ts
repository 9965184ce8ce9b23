import { inNotebookWithZone } from "../../../server/access/gate.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import {
  deleteNote,
  mayChangeNote,
  mayListNotes,
  mayListNotesBefore,
  readNewerList,
} from "../../notes/server/public.ts";
import { notifyOfNote } from "../../notifications/server/public.ts";
import * as schema from "../schema.ts";
import * as data from "./data.ts";

/** Registered as `notes.latestMedications`: the newest list of medications that the caller sees, or null. */
export const latestMedications = query({
  ...schema.latestMedications,
  access: mayListNotes(),
  handler: ({ db, access, vault }) => data.readLatestMedications(db, access, vault),
});

/** Registered as `notes.formerMedications`: the list before a note's own, to compare with, or null. */
export const formerMedications = query({
  ...schema.formerMedications,
  access: mayListNotesBefore(),
  handler: async ({ db, access, vault }) => access && data.readFormerMedications(db, access, vault),
});

/** Registered as `notes.newerMedications`: the list that replaced a note's own, or null; see `NewerList`. */
export const newerMedications = query({
  ...schema.newerMedications,
  access: mayListNotesBefore(),
  handler: async ({ db, access }) => access && readNewerList(db, access),
});

/**
 * Registered as `notes.pageMedications`: the lists of medications that the caller sees, newest first, each with its
 * differences from the list before.
 */
export const pageMedications = query({
  ...schema.pageMedications,
  access: mayListNotes(),
  handler: ({ db, access, vault, journal }, { paginationOpts }) =>
    data.pageMedications(db, access, vault, paginationOpts, journal),
});

/**
 * Registered as `notes.changeMedications`: writes a new list in which one row was added, changed or stopped; returns its
 * id. Refused when the list has changed since the caller read it.
 */
export const changeMedications = mutation({
  ...schema.changeMedications,
  access: inNotebookWithZone("notes.create"),
  handler: async ({ db, vault, access, now, writeLast }, { diaryId: _, ...change }) => {
    const { id, insert, visibility } = await data.changeMedications(db, access, vault, change, now);
    writeLast(insert);
    // A list that is written here notifies like any other note.
    const { diaryId, userId: authorId } = access;
    writeLast(notifyOfNote(db, { diaryId, noteId: id, authorId, visibility, mentioned: [] }, now));
    return id;
  },
});

/**
 * Registered as `notes.undoMedications`: deletes a list that was just written, so that the former one is valid again.
 * Refused once anybody has changed the list since.
 */
export const undoMedications = mutation({
  ...schema.undoMedications,
  access: mayChangeNote("notes.delete", "programs.manage"),
  handler: async ({ db, access, audit }, { noteId }) => {
    await data.checkUnchanged(db, access);
    await audit({
      eventType: "note.deleted",
      diaryId: access.diaryId,
      targetType: "note",
      targetId: noteId,
      details: await deleteNote(db, access),
    });
    return null;
  },
});
