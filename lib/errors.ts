import type { Key } from "./words/keys.ts";
import { type Message, writeMessage } from "./words/message.ts";
import type { Values } from "./words/t.ts";

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

/** English for programs that call the server: no screen shows it. */
export type PlainWords = { english: string };

/**
 * An expected error. The client gets it as `ConvexError` data `{ code, message, key?, values?, path? }`: the message is
 * English, and screens write the key with its values in their reader's language. Every other error becomes
 * "Internal error".
 */
export class CareError extends Error {
  readonly code: ErrorCode;
  readonly path: string | undefined;
  readonly key: Key | undefined;
  readonly values: Values | undefined;

  /** @param message a sentence for people, without field names */
  constructor(
    code: ErrorCode,
    message: Message | PlainWords | string,
    { path, ...options }: CareErrorOptions = {},
  ) {
    const words = typeof message === "string" ? { english: message } : message;
    super("english" in words ? words.english : writeMessage(words), options);
    this.name = "CareError";
    this.code = code;
    this.path = path;
    if ("key" in words) ({ key: this.key, values: this.values } = words);
  }
}
