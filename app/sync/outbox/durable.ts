import type { JSONValue } from "convex/values";

type Args = Record<string, JSONValue>;

/**
 * The mutations that wait on this device until the server has decided them: all that it declares durable (`isDurable`)
 * but those about doses, which have a list of their own (features/doses/client/waiting-doses.ts). Each has the id of its
 * subject; `hasId`: the server answers with it. Compared with the server's in `durable.test.ts`.
 */
const DURABLE: Record<string, { getSubject: (args: Args) => JSONValue | undefined; hasId?: boolean }> = {
  "notes:createNote": { getSubject: ({ id }) => id, hasId: true },
  "notes:updateNote": { getSubject: ({ noteId }) => noteId, hasId: true },
  "notes:deleteNote": { getSubject: ({ noteId }) => noteId },
  "comments:createComment": { getSubject: ({ id }) => id, hasId: true },
  "comments:updateComment": { getSubject: ({ commentId }) => commentId },
  "comments:deleteComment": { getSubject: ({ commentId }) => commentId },
  "tasks:createTask": { getSubject: ({ id }) => id, hasId: true },
  "tasks:updateTask": { getSubject: ({ taskId }) => taskId },
};

export const DURABLE_PATHS: readonly string[] = Object.keys(DURABLE);

/** Whether a call waits on this device until the server has decided it: its function is durable, and what it makes has an id. */
export const isDurable = (path: string, args: Args): boolean => getSubject(path, args) !== null;

/** The id of what a call is about; null for calls that don't wait. */
export function getSubject(path: string, args: Args): string | null {
  const subject = DURABLE[path]?.getSubject(args);
  return typeof subject === "string" ? subject : null;
}

/** The answer to a call that waits, as the server's will be: the id of what it made or changed, or null. */
export const getWaitingAnswer = (path: string, args: Args): string | null =>
  DURABLE[path]?.hasId ? getSubject(path, args) : null;
