import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { NoteContent } from "../schema.ts";
import { createOpener, openContent, openHead } from "./sealed_note.ts";

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
export async function readTitles(
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

/** The titles of notes by id, as {@link readTitles} returns them, of notes that aren't read yet. */
export async function readTitlesById(
  db: Kysely<Tables>,
  vault: Vault,
  notes: readonly { diaryId: string; id: string }[],
): Promise<Map<string, string>> {
  if (notes.length === 0) return new Map();
  const rows = await db
    .selectFrom("notes as n")
    .select(NOTE_HEAD)
    .select("n.diary_id")
    .where("n.diary_id", "in", [...new Set(notes.map(({ diaryId }) => diaryId))])
    .where("n.id", "in", [...new Set(notes.map(({ id }) => id))])
    .execute();
  return readTitles(
    db,
    vault,
    rows.map((note) => ({ diaryId: note.diary_id, note })),
  );
}

/** The fields of several notes for a page that lists them, by id; a note that can't be decrypted has no title. */
export async function readNotes(
  db: Kysely<Tables>,
  vault: Vault,
  diaryId: string,
  { ids, wholeIds }: { ids: readonly string[]; wholeIds: readonly string[] },
) {
  const all = [...new Set([...ids, ...wholeIds])];
  if (all.length === 0) return new Map<string, never>();
  const rows = await db
    .selectFrom("notes as n")
    .select(["n.id", "n.version", "n.type", "n.title", "n.preview", "n.sealed_head", "n.visibility"])
    .select(["n.is_encrypted", "n.by_clinician"])
    .select((eb) => [
      eb.case().when("n.id", "in", orNone(wholeIds)).then(eb.ref("n.content")).end().as("content"),
      eb
        .case()
        .when("n.id", "in", orNone(wholeIds))
        .then(eb.ref("n.sealed_content"))
        .end()
        .as("sealed_content"),
    ])
    .where("n.diary_id", "=", diaryId)
    .where("n.id", "in", all)
    .execute();
  const open = await createOpener(vault, db, diaryId, rows);
  return new Map(
    rows.map((row) => {
      const head = openHead(row, open);
      const isWhole = row.content !== null || row.sealed_content !== null;
      const content: NoteContent | null = isWhole ? openContent(row, open) : null;
      return [row.id, { ...row, title: head?.title ?? "", preview: head?.preview ?? "", content }];
    }),
  );
}

/** `in ()` isn't SQL; no note has this id. */
const orNone = (ids: readonly string[]) => (ids.length > 0 ? ids : ["00000000-0000-0000-0000-000000000000"]);
