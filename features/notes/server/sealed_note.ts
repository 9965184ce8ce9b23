import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import type { getShownContent } from "../rules.ts";
import type { NoteContent } from "../schema.ts";

type Db = Parameters<Vault["opener"]>[0];
type Opener = Awaited<ReturnType<Vault["opener"]>>;
type Sealer = Awaited<ReturnType<Vault["sealer"]>>;

/** The fields of a note that lists show. */
export type Head = { title: string; preview: string; shown: ReturnType<typeof getShownContent> };

/** A version of a note as it is stored: `sealed_…` when it is encrypted, plain columns otherwise. */
type Stored = { id: string; version: number };
type StoredHead = Stored & { title: string | null; sealed_head: Buffer | null };
type StoredContent = Stored & { content: unknown; sealed_content: Buffer | null };

/** The associated data is unique per version, so that an older ciphertext can't replace a newer one. */
const getBinding = ({ id, version }: Stored, part: "head" | "content") => `note/${id}/${version}/${part}`;

/** The columns of one version of a note, plain or encrypted with the notebook's data key. */
export function noteColumns(note: Stored, head: Head, content: NoteContent, seal: Sealer | null) {
  if (!seal) {
    return {
      ...head,
      shown: head.shown && JSON.stringify(head.shown),
      content: JSON.stringify(content),
      sealed_head: null,
      sealed_content: null,
    };
  }
  return {
    title: null,
    preview: null,
    shown: null,
    content: null,
    sealed_head: seal(getBinding(note, "head"), Buffer.from(JSON.stringify(head))),
    sealed_content: seal(getBinding(note, "content"), Buffer.from(JSON.stringify(content))),
  };
}

/** Decrypts many stored notes of one notebook with at most one statement; none when none is encrypted. */
export async function createOpener(
  vault: Vault,
  db: Db,
  diaryId: string,
  rows: readonly { sealed_head: Buffer | null }[],
): Promise<Opener | null> {
  return rows.some((row) => row.sealed_head) ? vault.opener(db, diaryId) : null;
}

/**
 * The fields for lists, or null when they can't be decrypted any more. Callers that only need the title leave out the
 * rest.
 */
export function openHead(
  row: StoredHead & { preview?: string | null; shown?: unknown },
  open: Opener | null,
): Head | null {
  if (!row.sealed_head) {
    const { title, preview, shown } = row;
    return { title: title ?? "", preview: preview ?? "", shown: (shown ?? null) as Head["shown"] };
  }
  return unseal(open, getBinding(row, "head"), row.sealed_head);
}

/** The content, or null when it can't be decrypted any more. */
export function openContent(row: StoredContent, open: Opener | null): NoteContent | null {
  if (!row.sealed_content) return row.content as NoteContent;
  return unseal(open, getBinding(row, "content"), row.sealed_content);
}

function unseal<Value>(open: Opener | null, binding: string, sealed: Buffer): Value | null {
  if (!open) throw new Error("A sealed note without an opener");
  try {
    return JSON.parse(open(binding, sealed).toString("utf8")) as Value;
  } catch (error) {
    // One damaged note must not make the others unreadable.
    if (error instanceof CannotOpen) return null;
    throw error;
  }
}
