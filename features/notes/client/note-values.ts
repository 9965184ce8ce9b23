import type { Note } from "../../../lib/api.ts";
import { DEFAULT_VISIBILITY } from "../../../lib/visibility-levels.ts";
import type { NoteType } from "../rules.ts";
import type { NoteKind, NoteStart } from "./note-kind.ts";

/** The values of the note form; `date` is the note's day (`YYYY-MM-DD`), `body` depends on the note's type. */
export type NoteValues<Body = unknown> = {
  title: string;
  body: Body;
  date: string;
  /** The time of day by the notebook's clock, `HH:MM`; "" without one, as in drafts of former versions. */
  time: string;
  visibility: Note["visibility"];
  isEncrypted: boolean;
  tags: string[];
  /** Typed into the tags field and not added yet. */
  typedTag: string;
};

/** An unsaved edit as stored in this browser; `base` is the version it started from. */
export type EditDraft = {
  type: NoteType;
  base: { version: number; values: NoteValues };
  values: NoteValues;
};

/**
 * The values of a new note: today in the notebook's zone, visible to the care team unless copied from another note
 * (care core 2).
 */
export function createNoteValues<Body>(kind: NoteKind<Body>, start: NoteStart<Body>, today: string) {
  const { body, visibility = DEFAULT_VISIBILITY, isEncrypted = false } = start;
  return {
    title: kind.newTitle(today),
    body,
    date: today,
    time: "",
    visibility,
    isEncrypted,
    tags: [] as string[],
    typedTag: "",
  };
}

/** The form after creating a note: empty, with the same visibility (care core 4). */
export function getClearedValues(kind: NoteKind, { visibility, isEncrypted }: NoteValues, today: string) {
  return createNoteValues(kind, { body: kind.emptyBody(), visibility, isEncrypted, basis: null }, today);
}

/** The form values of an existing note. */
export function getSavedNoteValues(kind: NoteKind, note: Note, timeZone: string): NoteValues {
  return {
    title: note.title,
    body: kind.savedBody(note, timeZone),
    date: note.noteDay,
    time: note.noteTime ?? "",
    visibility: note.visibility,
    isEncrypted: note.isEncrypted,
    tags: note.tags,
    typedTag: "",
  };
}

export const hasSameValues = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * Merges an edit with another user's save: fields that the editor changed keep the editor's value, all others take the
 * other's. So correcting a word doesn't share a note again that was made private meanwhile.
 */
export function mergeEdits(base: NoteValues, mine: NoteValues, theirs: NoteValues): NoteValues {
  const changedValues = Object.entries(mine).filter(
    ([field, value]) => !hasSameValues(value, base[field as keyof NoteValues]),
  );
  return { ...theirs, ...Object.fromEntries(changedValues) };
}

/** All tags of a form, including a typed tag that isn't added yet. */
export const getTags = ({ tags, typedTag }: Pick<NoteValues, "tags" | "typedTag">): string[] =>
  withTag(tags, typedTag);

/** Adds a trimmed tag; unchanged when it is blank or already there, ignoring case. */
export function withTag(tags: string[], typed: string): string[] {
  const tag = typed.trim();
  const known = tags.some((other) => other.toLocaleLowerCase() === tag.toLocaleLowerCase());
  return tag && !known ? [...tags, tag] : tags;
}
