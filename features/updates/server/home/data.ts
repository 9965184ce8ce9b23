import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import type { Vault } from "../../../../server/vault/vault.ts";
import type { UpdatesAccess } from "../access.ts";
import { readNewestUpdates } from "../data.ts";

/** The latest notes and updates of all notebooks that the reader sees, newest first. */
export async function getHomeRecent(
  db: Kysely<Tables>,
  access: UpdatesAccess,
  vault: Vault,
  { notesLimit, updatesLimit }: { notesLimit: number; updatesLimit: number },
) {
  const { notes, updates } = await readNewestUpdates(db, access, vault, {
    notes: notesLimit,
    updates: updatesLimit,
  });
  return {
    recentNotes: notes.map(
      ({ id, diaryId, diaryShortId, diarySubject, noteId, noteShortId, title, updatedAt, icon }) => ({
        _id: id,
        diaryId,
        diaryShortId,
        diarySubject,
        noteId,
        noteShortId,
        title,
        updatedAt,
        noteTypeIcon: icon,
      }),
    ),
    recentUpdates: updates,
  };
}
