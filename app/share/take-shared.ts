import { readFilesToSend } from "../../features/attachments/client/chosen-files.ts";
import { getFormPlace, keepFiles } from "../../features/attachments/client/kept-files.ts";
import { TOO_LARGE } from "../../features/attachments/rules.ts";
import type { NoteValues } from "../../features/notes/client/note-values.ts";
import { TEXT_KIND } from "../../features/notes/components/text-kind.tsx";
import { NOTE_CONTENT_LENGTH } from "../../features/notes/rules.ts";
import type { NotebookSummary } from "../../lib/api.ts";
import { createId } from "../../lib/ids.ts";
import { getDraftKey, readDraft, writeDraft } from "../../ui/draft.ts";
import { getSharedText, type SharedItem, sharedItems } from "./shared-items.ts";

/** The type of note that shared items become. */
export const SHARED_TYPE = TEXT_KIND.type;

/** What became of shared items: the names of files that are too large for a note, and whether the device has no room. */
export type Taken = { tooLarge: string[]; hasNoRoom: boolean };

/**
 * Moves shared items into the form of a new note: their files wait there as chosen ones, their text is added to its draft.
 * They leave the worker's store only when the form has them.
 */
export async function takeShared(
  items: readonly SharedItem[],
  { userId, notebook }: { userId: string; notebook: NotebookSummary },
): Promise<Taken> {
  const files = await readFilesToSend(
    items.flatMap((item) => item.files),
    false,
  );
  const fitting = files.filter(({ size }) => size < TOO_LARGE);
  const chosen = fitting.map((file) => ({ id: createId(), file, description: "" }));
  const kept =
    chosen.length === 0 ? [] : await keepFiles(getFormPlace(userId, notebook._id, SHARED_TYPE), chosen);
  if (kept.length < chosen.length) return { tooLarge: [], hasNoRoom: true };
  addToDraft(getDraftKey(notebook._id, "new", SHARED_TYPE), getSharedText(items));
  await sharedItems.remove(items);
  const tooLarge = files.filter((file) => !fitting.includes(file)).map(({ name }) => name);
  return { tooLarge, hasNoRoom: false };
}

function addToDraft(key: string, text: string): void {
  if (text === "") return;
  const draft = readDraft<Partial<NoteValues<{ text: string }>>>(key);
  const before = draft?.body?.text.trimEnd() ?? "";
  const both = before === "" ? text : `${before}\n\n${text}`;
  const body = { text: both.slice(0, NOTE_CONTENT_LENGTH) };
  // As while typing: the form takes the title from the first words, unless there is another.
  writeDraft(key, { ...draft, body, title: draft?.title || TEXT_KIND.titleOf!(body) });
}
