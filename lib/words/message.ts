import type { Key } from "./keys.ts";
import { t, type Values } from "./t.ts";

/**
 * A text that is written where it is read, in its reader's language: its key, and the values that it needs. Rules and
 * the server refuse with messages, because neither knows its reader. An object, so that no screen shows a key.
 */
export type Message = { readonly key: Key; readonly values?: Values };

/** Writes a message in the language of its reader. */
export const writeMessage = ({ key, values }: Message): string => t(key, values);

/** A message as the one text that an issue of a schema can have; {@link readIssue} reads it back. */
export const toIssue = ({ key, values }: Message): string =>
  values ? `${key} ${JSON.stringify(values)}` : key;

/** The message of a schema's issue; null for an issue in the words of the schema's library. */
export function readIssue(text: string): Message | null {
  const [, key, values] = /^([a-z]+\.[a-zA-Z\d]+)(?: (\{.*\}))?$/.exec(text) ?? [];
  if (key === undefined) return null;
  return { key: key as Key, ...(values !== undefined && { values: JSON.parse(values) as Values }) };
}

/** Writes the text of a schema's issue. */
export function writeIssue(text: string): string {
  const message = readIssue(text);
  return message === null ? text : writeMessage(message);
}
