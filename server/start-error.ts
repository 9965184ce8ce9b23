/**
 * The server can't start (or go on) and the person who started it can do something about it. The
 * message is one line, names what to change and holds no secret; `server/main.ts` prints it and exits 1.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** The `code` of a Node or PostgreSQL error ("ENOENT", "28P01"), or "" when it carries none. */
export function errorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** The first line of an error's message, for a sentence of our own. */
export function firstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}
