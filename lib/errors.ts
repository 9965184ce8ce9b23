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

/**
 * An outcome that a caller may meet in ordinary use. It travels to the client as
 * `ConvexError` data `{ code, message }`; every other error becomes "Internal error".
 */
export class CareError extends Error {
  readonly code: ErrorCode;

  /** @param options its `cause` is for the log alone */
  constructor(code: ErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "CareError";
    this.code = code;
  }
}
