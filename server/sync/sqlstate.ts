/** SQLSTATE classes that decide what to do next (PostgreSQL manual, appendix A). */
const stateOf = (error: unknown): string | null =>
  error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : null;

/** Two transactions got in each other's way; the same work may succeed now. */
export const isConflict = (error: unknown): boolean => ["40001", "40P01"].includes(stateOf(error) ?? "");

/** A row that another refers to went, or one that refers to it came, since the transaction began. */
export const missesRow = (error: unknown): boolean => stateOf(error) === "23503";

/** An earlier statement of the transaction failed. */
export const isInFailedTransaction = (error: unknown): boolean =>
  // A pipelined statement that relied on an earlier one's preparation, which failed, isn't known (26000).
  ["25P02", "26000"].includes(stateOf(error) ?? "");

/** The statement took longer than it may. */
export const isTimeout = (error: unknown): boolean => stateOf(error) === "57014";

/** Somebody else held a lock for longer than the statement may wait. */
const isLockTimeout = (error: unknown): boolean => stateOf(error) === "55P03";

/**
 * The failure says something about the moment, not about the work: the same may succeed soon. Such a failure is never
 * kept as a result or an outcome, and never given to anybody but those who waited for it.
 */
export const isPassing = (error: unknown): boolean =>
  isConflict(error) || isTimeout(error) || isLockTimeout(error) || isDatabaseDown(error);

/** Breaks the unique constraint of that name. */
export const violates = (error: unknown, constraint: string): boolean =>
  stateOf(error) === "23505" && (error as { constraint?: string }).constraint === constraint;

/** How the system says that a connection broke or can't be made; some of them look like a SQLSTATE. */
const NETWORK = new Set(
  "ECONNRESET ECONNREFUSED ECONNABORTED EPIPE ETIMEDOUT EHOSTUNREACH ENETUNREACH ENETDOWN ENOTFOUND EAI_AGAIN".split(
    " ",
  ),
);
const CONNECTION_LOST =
  /Connection terminated|connection|socket|stream was destroyed|timeout exceeded when trying to connect|Query read timeout/i;

/** The database can't be reached or is closing; nothing is known of the statement's effect. */
export function isDatabaseDown(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const state = stateOf(error);
  if (state && NETWORK.has(state)) return true;
  // The socket of a PostgreSQL that is being started again isn't there for a moment.
  if (state === "ENOENT") return (error as NodeJS.ErrnoException).syscall === "connect";
  // 25P03 and 25P04: a transaction stayed open for too long, and the server ended its connection.
  if (state && /^[0-9A-Z]{5}$/.test(state)) return /^(08|53|57P|58|25P0[34])/.test(state);
  return !("severity" in error) && CONNECTION_LOST.test(error.message);
}
