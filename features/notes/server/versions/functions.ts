import { query } from "../../../../server/functions/define.ts";
import * as schema from "../../rules/version-schema.ts";
import { mayListVersions } from "../public.ts";
import * as data from "./data.ts";

/**
 * Registered as `notes.listNoteVersions`: the history of a note, newest first; null when the note is missing or hidden.
 */
export const listNoteVersions = query({
  ...schema.listNoteVersions,
  access: mayListVersions(),
  handler: async ({ db, access }) => access && data.listVersions(db, access),
});

/** Registered as `notes.getNoteVersion`: one version of a note with its content, or null; see `data.getVersion`. */
export const getNoteVersion = query({
  ...schema.getNoteVersion,
  access: mayListVersions(),
  handler: async ({ db, access, vault }, { version }) =>
    access && data.getVersion(db, access, vault, version),
});
