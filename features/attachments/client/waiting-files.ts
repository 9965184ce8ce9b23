import { forgetFiles, keepFiles, notePlace, type WaitingFile } from "./kept-files.ts";

/** Files that were chosen with a new note, until the note's page uploads them. */
const waiting = new Map<string, readonly WaitingFile[]>();

/**
 * Hands the files of a form over to the note that a person has just created: its page uploads them as soon as it is
 * open, also after a reload.
 */
export async function attachWhenOpened(
  { userId, noteId, formPlace }: { userId: string; noteId: string; formPlace: string },
  files: readonly WaitingFile[],
): Promise<void> {
  if (files.length === 0) return;
  const place = notePlace(userId, noteId);
  waiting.set(place, files);
  await keepFiles(place, files);
  await forgetFiles(formPlace);
}

/** A person's files that wait for a note, once. */
export function takeWaitingFiles(userId: string, noteId: string): readonly WaitingFile[] {
  const place = notePlace(userId, noteId);
  const files = waiting.get(place) ?? [];
  waiting.delete(place);
  return files;
}
