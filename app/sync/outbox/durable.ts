import type { JSONValue } from "convex/values";

type Args = Record<string, JSONValue>;

/**
 * The mutations that wait on this device until the server has decided them, with the argument that has the id of their
 * subject: all that it declares durable (`isDurable`) but those about doses, which have a list of their own
 * (features/doses/client/waiting-doses.ts). Compared with the server's in `durable.test.ts`.
 */
const SUBJECTS: Record<string, string> = {
  "notes:createNote": "id",
  "notes:updateNote": "noteId",
  "notes:deleteNote": "noteId",
  "comments:createComment": "id",
  "comments:updateComment": "commentId",
  "comments:deleteComment": "commentId",
  "tasks:createTask": "id",
  "tasks:updateTask": "taskId",
  "tasks:setToday": "taskId",
};

/** Those that the server answers with the id of their subject; the others have no answer. */
const ANSWERED_WITH_ID = new Set([
  "notes:createNote",
  "notes:updateNote",
  "comments:createComment",
  "tasks:createTask",
]);

export const DURABLE_PATHS: readonly string[] = Object.keys(SUBJECTS);

/** Whether a call waits on this device until the server has decided it: its function is durable, and what it makes has an id. */
export const isDurable = (path: string, args: Args): boolean => getSubject(path, args) !== null;

/** The id of what a call is about; null for calls that don't wait. */
export function getSubject(path: string, args: Args): string | null {
  const name = SUBJECTS[path];
  const subject = name === undefined ? undefined : args[name];
  return typeof subject === "string" ? subject : null;
}

/** The answer to a call that waits, as the server's will be: the id of what it made or changed, or null. */
export const getWaitingAnswer = (path: string, args: Args): string | null =>
  ANSWERED_WITH_ID.has(path) ? getSubject(path, args) : null;
