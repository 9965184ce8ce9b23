import type { Note } from "../../../lib/api.ts";
import { fromDateField, startOfLocalDay, toDateField } from "../../../lib/time.ts";
import { DEFAULT_VISIBILITY, NOTE_MESSAGES } from "../rules.ts";
import type { NoteKind, NoteStart, Problems } from "./note-kind.ts";

/** What the note form holds; `date` as its field has it (`YYYY-MM-DD`), `body` as the note's type has it. */
export type NoteValues<Body = unknown> = {
  title: string;
  body: Body;
  date: string;
  visibility: Note["visibility"];
  isEncrypted: boolean;
  tags: string[];
};

export type NoteErrors = { title?: string; body: Problems; date?: string };

/** A new note: today at midnight, for the care team unless it starts from another one (care core 2). */
export function newNoteValues<Body>(kind: NoteKind<Body>, start: NoteStart<Body>, now: number) {
  const { body, visibility = DEFAULT_VISIBILITY, isEncrypted = false } = start;
  const date = toDateField(startOfLocalDay(now));
  return { title: kind.newTitle(now), body, date, visibility, isEncrypted, tags: [] as string[] };
}

/** The form after a successful create: empty, but for the same readers as before (care core 4). */
export function clearedValues(kind: NoteKind, { visibility, isEncrypted }: NoteValues, now: number) {
  return newNoteValues(kind, { body: kind.emptyBody(), visibility, isEncrypted, basis: null }, now);
}

/** A note as its edit form shows it. */
export function savedNoteValues(kind: NoteKind, note: Note): NoteValues {
  return {
    title: note.title,
    body: kind.savedBody(note),
    date: toDateField(note.noteDate),
    visibility: note.visibility,
    isEncrypted: note.isEncrypted,
    tags: note.tags,
  };
}

/** Every problem of the form at once, in the specification's words; null when there is none. */
export function noteErrors(kind: NoteKind, values: NoteValues): NoteErrors | null {
  const errors: NoteErrors = { body: kind.problemsOf(values.body) };
  if (!values.title.trim()) errors.title = NOTE_MESSAGES.title;
  if (fromDateField(values.date) === null) errors.date = NOTE_MESSAGES.date;
  const isFine = !errors.title && !errors.date && Object.keys(errors.body).length === 0;
  return isFine ? null : errors;
}

/** The tags with one more: trimmed; unchanged when it is blank or there already, whatever its case. */
export function withTag(tags: string[], typed: string): string[] {
  const tag = typed.trim();
  const known = tags.some((other) => other.toLocaleLowerCase() === tag.toLocaleLowerCase());
  return tag && !known ? [...tags, tag] : tags;
}
