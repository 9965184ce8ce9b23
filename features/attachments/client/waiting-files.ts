/** Files that were chosen with a new note, by its id, until the note's page uploads them. */
const waiting = new Map<string, File[]>();

/** Keeps files for a note that has just been created; its page uploads them as soon as it is open. */
export function attachWhenOpened(noteId: string, files: File[]): void {
  if (files.length > 0) waiting.set(noteId, files);
}

/** The files that wait for a note, once. */
export function takeWaitingFiles(noteId: string): File[] {
  const files = waiting.get(noteId) ?? [];
  waiting.delete(noteId);
  return files;
}

/** Drops all files that wait: nothing of one person is sent as another. */
export const dropWaitingFiles = (): void => waiting.clear();
