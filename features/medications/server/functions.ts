import { z } from "zod";
import { query } from "../../../server/functions/define.ts";
import { newerList, notesBefore, notesOf } from "../../notes/server/public.ts";
import * as data from "./data.ts";

const id = z.string().max(64);

/** Registered as `notes.latestMedications`: the newest list of medications that the caller sees, or null. */
export const latestMedications = query({
  args: z.object({ diaryId: id }),
  access: notesOf(),
  handler: ({ db, access, vault }) => data.latestMedications(db, access, vault),
});

/** Registered as `notes.formerMedications`: the list that a note's own is compared with, or null. */
export const formerMedications = query({
  args: z.object({ noteId: id }),
  access: notesBefore(),
  handler: async ({ db, access, vault }) => access && data.formerMedications(db, access, vault),
});

/** Registered as `notes.newerMedications`: what replaced a list, or null; see `NewerList`. */
export const newerMedications = query({
  args: z.object({ noteId: id }),
  access: notesBefore(),
  handler: async ({ db, access }) => access && newerList(db, access),
});
