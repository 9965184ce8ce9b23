import type { JSONValue } from "convex/values";

type Args = Record<string, JSONValue>;

/**
 * The mutations that wait on this device until the server has decided them, with the argument that has the id of their
 * subject: all that it declares durable (`isDurable`). Compared with the server's in `durable.test.ts`.
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
  "doses:giveDose": "entryId",
  "doses:recordDose": "entryId",
  "doses:skipDose": "entryId",
  "doses:correctDose": "doseId",
  "doses:withdrawDose": "doseId",
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

/** What ends, hands over or shares something, and what begins something that needs the server's answer. */
const NEVER_WAITING =
  /^(?:(?:members|invitations|accessTokens|feeds|webhooks|exports|programExports):(?!recordLinkOpening)|diaries:(?:create|delete|archive|unarchive)|programs:(?:activate|delete))/;

/** Whether a call is refused without a connection: it must not be made at a time that its person doesn't know. */
export const mayNotWait = (path: string): boolean => NEVER_WAITING.test(path);

export const isAboutDose = (path: string): boolean => path.startsWith("doses:");

/** The answer to entries about doses that wait: unlike an id, what becomes of them isn't known before the server's answer. */
const WAITING = { outcome: "waiting" };

/** The answer to a call that waits, as the server's will be where that is known: the id of what it made or changed, or null. */
export function getWaitingAnswer(path: string, args: Args): JSONValue {
  if (isAboutDose(path)) return WAITING;
  return ANSWERED_WITH_ID.has(path) ? getSubject(path, args) : null;
}

/** Whether an answer asks the person: an entry about a dose goes against others or a limit. */
export const isQuestion = (answer: unknown): answer is { outcome: "refused" } & Record<string, JSONValue> =>
  (answer as { outcome?: unknown } | null)?.outcome === "refused";

/** Whether a question stays in the list though its maker waits for the answer: only a correction is asked about in its form. */
export const isKeptAsQuestion = (path: string): boolean => path !== "doses:correctDose";
