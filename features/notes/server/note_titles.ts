import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { openHead } from "./sealed_note.ts";

/** The columns that name a note, with the alias `n`. */
export const NOTE_HEAD = [
  "n.id as note_id",
  "n.short_id as note_short_id",
  "n.title as note_title",
  "n.sealed_head",
  "n.version",
] as const;

/** A note that something belongs to; without id when the reader doesn't see one. */
export type NoteHead = {
  note_id: string | null;
  note_short_id: string | null;
  note_title: string | null;
  sealed_head: Buffer | null;
  version: number | null;
};

/** The titles of notes by id; decrypted with one statement per notebook that has an encrypted one among them. */
export async function titlesOf(
  db: Kysely<Tables>,
  vault: Vault,
  notes: readonly { diaryId: string; note: NoteHead | null }[],
): Promise<Map<string, string>> {
  const openers = new Map<string, Awaited<ReturnType<Vault["opener"]>>>();
  const titles = new Map<string, string>();
  for (const { diaryId, note } of notes) {
    if (!note || note.note_id === null || titles.has(note.note_id)) continue;
    const { note_id, version, note_title, sealed_head } = note;
    if (sealed_head && !openers.has(diaryId)) openers.set(diaryId, await vault.opener(db, diaryId));
    const stored = { id: note_id, version: version!, title: note_title, sealed_head };
    titles.set(note_id, openHead(stored, openers.get(diaryId) ?? null)?.title ?? "");
  }
  return titles;
}
