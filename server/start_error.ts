/**
 * The server can't start (or go on) for a reason that the operator can fix. The message is one line, names the remedy
 * and holds no secret; `server/main.ts` prints it and exits with code 1.
 */
export class StartError extends Error {
  override name = "StartError";
}

/** The `code` of a Node or PostgreSQL error ("ENOENT", "28P01"), or "" when it carries none. */
export function getErrorCode(error: unknown): string {
  const code = (error as { code?: unknown } | null)?.code;
  return typeof code === "string" ? code : "";
}

/** The first line of an error's message, to quote in a message of our own. */
export function getFirstLine(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n", 1)[0] ?? "";
}

/** Error codes of the system and of PostgreSQL for a full disk or an exceeded quota. */
const DISK_FULL = new Set(["ENOSPC", "EDQUOT", "53100"]);

/**
 * Replaces errors of a full disk, which can occur anywhere during the start, by one clear line. Returns other errors
 * unchanged.
 */
export function asStartError(error: unknown): unknown {
  if (error instanceof StartError) return error;
  const isFull = DISK_FULL.has(getErrorCode(error)) || /no space left on device/i.test(getFirstLine(error));
  if (!isFull) return error;
  const { path } = error as { path?: unknown };
  const where = typeof path === "string" ? ` (${path})` : "";
  return new StartError(
    `The disk is full${where}: make room, or set DATA_DIR to a directory on another disk.`,
  );
}
