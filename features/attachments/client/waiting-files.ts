/** Files that were chosen with a new note, until the note's page uploads them. */
const waiting = new Map<string, File[]>();

/** By person as well: nothing of one person is sent as another, who may sign in on the same page. */
const keyOf = (userId: string, noteId: string) => `${userId} ${noteId}`;

/** Keeps files for a note that a person has just created; its page uploads them as soon as it is open. */
export function attachWhenOpened(userId: string, noteId: string, files: File[]): void {
  if (files.length > 0) waiting.set(keyOf(userId, noteId), files);
}

/** A person's files that wait for a note, once. */
export function takeWaitingFiles(userId: string, noteId: string): File[] {
  const files = waiting.get(keyOf(userId, noteId)) ?? [];
  waiting.delete(keyOf(userId, noteId));
  return files;
}
