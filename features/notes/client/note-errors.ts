import { getMessage } from "../../../lib/schema-message.ts";
import { noteFields } from "../schema.ts";
import type { NoteKind, Problems } from "./note-kind.ts";
import type { NoteValues } from "./note-values.ts";

export type NoteErrors = { title?: string; body: Problems; date?: string; time?: string };

/** All errors of the form at once, in the specification's words; null when there are none. */
export function noteErrors(kind: NoteKind, values: NoteValues): NoteErrors | null {
  const errors: NoteErrors = { body: kind.problemsOf(values.body) };
  const title = getMessage(noteFields.shape.title, values.title);
  if (title) errors.title = title;
  const date = getMessage(noteFields.shape.noteDay, values.date);
  if (date) errors.date = date;
  const time = values.time && getMessage(noteFields.shape.noteTime, values.time);
  if (time) errors.time = time;
  const isFine = !errors.title && !errors.date && !errors.time && Object.keys(errors.body).length === 0;
  return isFine ? null : errors;
}
