import { isDiskFull } from "../disk.ts";

/** Classifies SQLSTATE codes by the reaction they need (PostgreSQL manual, appendix A). */
const getSqlState = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** A conflict between two transactions; a retry may succeed. */
export const isConflict = (error: unknown): boolean => ["40001", "40P01"].includes(getSqlState(error) ?? "");

/** Foreign key violation: a referenced row was deleted, or a referencing row added, since the transaction began. */
export const isForeignKeyViolation = (error: unknown): boolean => getSqlState(error) === "23503";

/** An earlier statement of the transaction failed. */
export const isInFailedTransaction = (error: unknown): boolean =>
  // A pipelined statement that used an earlier one's preparation, which failed, isn't known (26000).
  ["25P02", "26000"].includes(getSqlState(error) ?? "");

/** The statement exceeded its time limit. */
export const isTimeout = (error: unknown): boolean => getSqlState(error) === "57014";

/** The statement waited too long for a lock. */
export const isLockTimeout = (error: unknown): boolean => getSqlState(error) === "55P03";

/**
 * The failure is temporary: the same work may succeed soon. Such a failure is never stored as a result or an outcome,
 * and is sent only to its waiting subscriptions.
 */
export const isTemporaryDatabaseError = (error: unknown): boolean =>
  isConflict(error) || isTimeout(error) || isLockTimeout(error) || isDatabaseDown(error) || isDiskFull(error);

/** Whether the error is a violation of a unique constraint of this name. */
export const isUniqueViolation = (error: unknown, name: RegExp): boolean =>
  getSqlState(error) === "23505" && name.test((error as { constraint?: string }).constraint ?? "");

/** System error codes of a broken or refused connection; some of them look like a SQLSTATE. */
const NETWORK = new Set(
  "ECONNRESET ECONNREFUSED ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN".split(
    " ",
  ),
);
const CONNECTION_LOST =
  /Connection terminated|connection|socket|stream was destroyed|timeout exceeded when trying to connect|Query read timeout/i;

/** The database can't be reached or is shutting down; the effect of the statement is unknown. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error) || isDiskFull(error)) return false;
  const state = getSqlState(error);
  if (state && NETWORK.has(state)) return true;
  // The socket file of a PostgreSQL that is restarting is missing for a moment.
  if (state === "ENOENT") return (error as NodeJS.ErrnoException).syscall === "connect";
  // 25P03 and 25P04: a transaction stayed open for too long, and the server closed its connection.
  if (state && /^[0-9A-Z]{5}$/.test(state)) return /^(08|53|57P|58|25P0[34])/.test(state);
  return !("severity" in error) && CONNECTION_LOST.test(error.message);
}
