import { forgetFiles, keepFiles, moveKeptFiles, notePlace, type WaitingFile } from "./kept-files.ts";

/** Files that were chosen with a new note, until the note's page uploads them. */
const waiting = new Map<string, readonly WaitingFile[]>();

/**
 * Hands the files of a form over to the note that a person has just created, also after a reload: its page uploads them
 * when `opensNote`, otherwise any page does (`send-kept-files.ts`). Those that the browser can't keep wait for the note's
 * page.
 */
export async function attachToNote(
  {
    userId,
    noteId,
    formPlace,
    opensNote,
  }: { userId: string; noteId: string; formPlace: string; opensNote: boolean },
  files: readonly WaitingFile[],
): Promise<void> {
  if (files.length === 0) return;
  const place = notePlace(userId, noteId);
  if (opensNote) waiting.set(place, files);
  await moveKeptFiles(formPlace, place);
  const ids = await keepFiles(place, files);
  // What the form was about to keep at that moment.
  await forgetFiles(formPlace);
  if (opensNote) return;
  const left = files.filter(({ id }) => !ids.includes(id));
  if (left.length > 0) waiting.set(place, left);
}

/** A person's files that wait for a note, once. */
export function takeWaitingFiles(userId: string, noteId: string): readonly WaitingFile[] {
  const place = notePlace(userId, noteId);
  const files = waiting.get(place) ?? [];
  waiting.delete(place);
  return files;
}

/** Whether the page of a note is about to upload a file that waits for it. */
export const isForNotePage = (userId: string, noteId: string, fileId: string): boolean =>
  waiting.get(notePlace(userId, noteId))?.some(({ id }) => id === fileId) ?? false;
