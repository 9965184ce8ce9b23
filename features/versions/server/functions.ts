import { z } from "zod";
import { query } from "../../../server/functions/define.ts";
import { versionsOf } from "../../notes/server/public.ts";
import * as data from "./data.ts";

const id = z.string().max(64);

/** Registered as `notes.listNoteVersions`: the history of a note, newest first; null when the note is missing or hidden. */
export const listNoteVersions = query({
  args: z.object({ noteId: id }),
  access: versionsOf(),
  handler: async ({ db, access }) => access && data.listVersions(db, access),
});

/** Registered as `notes.getNoteVersion`: what a note said in one version, or null; see `data.getVersion`. */
export const getNoteVersion = query({
  args: z.object({ noteId: id, version: z.number().int().min(1).max(2_147_483_647) }),
  access: versionsOf(),
  handler: async ({ db, access, vault }, { version }) =>
    access && data.getVersion(db, access, vault, version),
});
