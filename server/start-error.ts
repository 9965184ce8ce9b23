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

/** Codes of the system and of PostgreSQL for a disk, or one's share of it, that is full. */
const DISK_FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);

/** A full disk meets the start in many places: told in one line what it is. Other errors are returned as they are. */
export function asStartError(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const isFull = DISK_FULL.has(errorCode(error)) || /no space left on device/i.test(firstLine(error));
  if (!isFull) return error;
  const { path } = error as { path?: unknown };
  const where = typeof path === "string" ? ` (${path})` : "";
  return new StartError(
    `The disk is full${where}: make room, or set DATA_DIR to a directory on another disk.`,
  );
}
