import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { inNotebook, notesOf, ofNote, onNote, person } from "../../server/access/gate.ts";
import { mutation, query } from "../../server/functions/define.ts";
import * as data from "./data.ts";
import { NOTE_TYPES, noteFields } from "./rules.ts";

const id = z.string().max(64);

/** The newest notes of a notebook, as far as the caller sees them; see `data.listNotes`. */
export const listNotes = query({
  args: z.object({ diaryId: id }),
  access: notesOf(),
  handler: ({ db, access }) => data.listNotes(db, access),
});

/** One note with its content, or null when it is missing or hidden. */
export const getNote = query({
  args: z.object({ noteId: id }),
  access: ofNote(),
  handler: async ({ db, access }) => access && data.getNote(db, access),
});

/** As `getNote`, by the six letters of a link. */
export const getNoteByShortId = query({
  args: z.object({ shortId: id }),
  access: ofNote(),
  handler: async ({ db, access }) => access && data.getNote(db, access),
});

/** Adds a note; returns its id. `isEncrypted` notes are refused until encryption at rest is there. */
export const createNote = mutation({
  args: noteFields.extend({ diaryId: id, type: z.enum(NOTE_TYPES), isEncrypted: z.boolean().optional() }),
  access: inNotebook("notes.create"),
  handler: async ({ db, access, now }, { diaryId: _, isEncrypted, ...note }) => {
    if (isEncrypted) throw new CareError("invalid", "isEncrypted: encrypted notes are not available yet");
    if (note.type !== "default")
      throw new CareError("invalid", "type: only general notes can be written yet");
    return data.insertNote(db, access, note, now);
  },
});

/** Changes a note and keeps the former version; returns its id. Refused when `baseVersion` is out of date. */
export const updateNote = mutation({
  args: noteFields.extend({ noteId: id, baseVersion: z.number().int().min(1).optional() }),
  access: onNote("notes.edit"),
  handler: async ({ db, access, now, audit }, { noteId, baseVersion, ...note }) => {
    const { visibilityBefore } = await data.updateNote(db, access, note, baseVersion, now);
    if (visibilityBefore !== note.visibility) {
      await audit({
        eventType: "note.visibilityChanged",
        diaryId: access.diaryId,
        targetType: "note",
        targetId: noteId,
        details: { from: visibilityBefore, to: note.visibility },
      });
    }
    return access.noteId;
  },
});

/** Registered as `noteTypes.listActiveNoteTypes`. */
export const listActiveNoteTypes = query({
  args: z.object({}),
  access: person(),
  handler: ({ db }) => data.listActiveNoteTypes(db),
});
