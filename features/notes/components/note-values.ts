import type { Note, NoteSummary } from "../../../lib/api.ts";
import { fromDateField, startOfLocalDay, toDateField } from "../../../lib/time.ts";
import { NOTE_MESSAGES, textOf } from "../rules.ts";

/** What the note form holds; `date` as its field has it (`YYYY-MM-DD`). */
export type NoteValues = {
  title: string;
  text: string;
  date: string;
  visibility: NoteSummary["visibility"];
  isEncrypted: boolean;
  tags: string[];
};

export type NoteErrors = Partial<Record<"title" | "text" | "date", string>>;

/** A new note: today at midnight, for the care team (care core 2). */
export function newNoteValues(now: number): NoteValues {
  return {
    title: "",
    text: "",
    date: toDateField(startOfLocalDay(now)),
    visibility: "team",
    isEncrypted: false,
    tags: [],
  };
}

/** The form after a successful create: empty, but for the same readers as before (care core 4). */
export function clearedValues(values: NoteValues, now: number): NoteValues {
  const { visibility, isEncrypted } = values;
  return { ...newNoteValues(now), visibility, isEncrypted };
}

/** A note as its edit form shows it. */
export function savedNoteValues(note: Note): NoteValues {
  return {
    title: note.title,
    text: textOf(note.content),
    date: toDateField(note.noteDate),
    visibility: note.visibility,
    isEncrypted: note.isEncrypted,
    tags: note.tags,
  };
}

/** Every problem of the form at once, in the specification's words. */
export function noteErrors(values: NoteValues): NoteErrors {
  const errors: NoteErrors = {};
  if (!values.title.trim()) errors.title = NOTE_MESSAGES.title;
  if (!values.text.trim()) errors.text = NOTE_MESSAGES.content;
  if (fromDateField(values.date) === null) errors.date = NOTE_MESSAGES.date;
  return errors;
}

/** The tags with one more: trimmed; unchanged when it is blank or there already, whatever its case. */
export function withTag(tags: string[], typed: string): string[] {
  const tag = typed.trim();
  const known = tags.some((other) => other.toLocaleLowerCase() === tag.toLocaleLowerCase());
  return tag && !known ? [...tags, tag] : tags;
}
