import type { Message } from "../../../lib/words/message.ts";
import { PROGRAM_LIMITS, UPLOAD_MESSAGES } from "../rules.ts";

/** The result of checking a file in the browser: why it can't be a program, or the name of the program in it. */
export type Checked = { refusal: Message } | { programName: string };

/** The error of a file with a wrong extension or that is too large; else null. */
export function findFileRefusal({ name, size }: Pick<File, "name" | "size">): Message | null {
  if (!/\.json$/i.test(name)) return UPLOAD_MESSAGES.notJson;
  return size > PROGRAM_LIMITS.bytes ? UPLOAD_MESSAGES.tooLarge : null;
}

/**
 * The fast part of the server's checks, with the same messages in the same order. The rest needs the schema, which is
 * too large to load here.
 */
export function checkText(text: string): Checked {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    return { refusal: UPLOAD_MESSAGES.invalidJson };
  }
  const { programName, phases } = (value ?? {}) as { programName?: unknown; phases?: unknown };
  if (!programName) return { refusal: UPLOAD_MESSAGES.noName };
  if (!phases) return { refusal: UPLOAD_MESSAGES.noPhases };
  if (Array.isArray(phases) && phases.length === 0) return { refusal: UPLOAD_MESSAGES.emptyPhases };
  return { programName: String(programName).trim() };
}
