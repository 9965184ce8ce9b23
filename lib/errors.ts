/** Machine-readable kinds of expected errors; the message is the specification's text for people. */
export type ErrorCode =
  | "unauthenticated"
  | "unknown-user"
  | "access-denied"
  | "not-found"
  | "invalid"
  | "conflict"
  | "limit"
  /** A table of the back-office that its reader hasn't opened, so that nothing accounts for the reading. */
  | "not-opened"
  | "busy";

type CareErrorOptions = {
  /** For the log alone. */
  cause?: unknown;
  /** The argument that is meant, for programs: `selectedActivities.0.recurrence`. The message names it in words. */
  path?: string;
};

/**
 * An outcome that a caller may meet in ordinary use. It travels to the client as
 * `ConvexError` data `{ code, message, path? }`; every other error becomes "Internal error".
 */
export class CareError extends Error {
  readonly code: ErrorCode;
  readonly path: string | undefined;

  /** @param message a sentence for people: it names no field of the wire */
  constructor(code: ErrorCode, message: string, { path, ...options }: CareErrorOptions = {}) {
    super(message, options);
    this.name = "CareError";
    this.code = code;
    this.path = path;
  }
}
