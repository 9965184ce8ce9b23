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

/** The sentence of a refusal: that of a message is in the language of its reader, on a server English. */
export const writeWords = (message: Message | PlainWords): string =>
  "english" in message ? message.english : writeMessage(message);

/**
 * An expected error. The client gets it as `ConvexError` data `{ code, message, key?, values?, path? }`: the message is
 * English, and screens write the key with its values in their reader's language. Every other error becomes
 * "Internal error".
 */
export class CareError extends Error {
  readonly code: ErrorCode;
  readonly path: string | undefined;
  readonly words: Message | PlainWords;
  readonly key: Key | undefined;
  readonly values: Values | undefined;

  /** @param message a sentence for people, without field names */
  constructor(code: ErrorCode, message: Message | PlainWords, { path, ...options }: CareErrorOptions = {}) {
    super(writeWords(message), options);
    this.name = "CareError";
    this.code = code;
    this.path = path;
    this.words = message;
    if ("key" in message) ({ key: this.key, values: this.values } = message);
  }
}
