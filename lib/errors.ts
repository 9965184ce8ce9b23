/** Machine-readable kinds of expected errors; the message is the specification's text for people. */
export type ErrorCode =
  | "unauthenticated"
  | "unknown-user"
  /** An administrator has closed the account. */
  | "account-closed"
  | "access-denied"
  | "not-found"
  | "invalid"
  | "conflict"
  | "limit"
  /**
   * A table of the back-office that its reader hasn't opened first, so that reading it wouldn't be in the audit log.
   */
  | "not-opened"
  | "busy";

type CareErrorOptions = {
  /** For the log alone. */
  cause?: unknown;
  /** The path of the argument, for programs: `selectedActivities.0.recurrence`. The message uses its label. */
  path?: string;
};

/**
 * An expected error. The client gets it as `ConvexError` data `{ code, message, path? }`; every other error becomes
 * "Internal error".
 */
export class CareError extends Error {
  readonly code: ErrorCode;
  readonly path: string | undefined;

  /** @param message a sentence for people, without field names */
  constructor(code: ErrorCode, message: string, { path, ...options }: CareErrorOptions = {}) {
    super(message, options);
    this.name = "CareError";
    this.code = code;
    this.path = path;
  }
}
