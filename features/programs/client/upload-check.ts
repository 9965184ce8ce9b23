import { PROGRAM_LIMITS, UPLOAD_MESSAGES } from "../rules.ts";

/** What can be said of a file before it is sent: why it can't be a program, or the name of the one in it. */
export type Checked = { refusal: string } | { programName: string };

/** A file whose name says that it isn't one, or that is too large to be read at all; else null. */
export function refusalOfFile({ name, size }: Pick<File, "name" | "size">): string | null {
  if (!/\.json$/i.test(name)) return UPLOAD_MESSAGES.notJson;
  return size > PROGRAM_LIMITS.bytes ? UPLOAD_MESSAGES.tooLarge : null;
}

/**
 * The quick part of what the server checks, in the same words and the same order. The rest needs the schema, which isn't
 * worth its weight here.
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
