import type { Note } from "../../../lib/api.ts";
import { DEFAULT_VISIBILITY, type NoteType } from "../rules.ts";
import type { NoteKind, NoteStart } from "./note-kind.ts";

/** What the note form holds; `date` is the note's day (`YYYY-MM-DD`), `body` as the note's type has it. */
export type NoteValues<Body = unknown> = {
  title: string;
  body: Body;
  date: string;
  visibility: Note["visibility"];
  isEncrypted: boolean;
  tags: string[];
  /** What stands in the field for tags and isn't added yet. */
  typedTag: string;
};

/** An edit that isn't saved yet, as this browser keeps it; `base` is the version that it began from. */
export type EditDraft = {
  type: NoteType;
  base: { version: number; values: NoteValues };
  values: NoteValues;
};

/** A new note: of today by the notebook's clock, for the care team unless it starts from another one (care core 2). */
export function newNoteValues<Body>(kind: NoteKind<Body>, start: NoteStart<Body>, today: string) {
  const { body, visibility = DEFAULT_VISIBILITY, isEncrypted = false } = start;
  return {
    title: kind.newTitle(today),
    body,
    date: today,
    visibility,
    isEncrypted,
    tags: [] as string[],
    typedTag: "",
  };
}

/** The form after a successful create: empty, but for the same readers as before (care core 4). */
export function clearedValues(kind: NoteKind, { visibility, isEncrypted }: NoteValues, today: string) {
  return newNoteValues(kind, { body: kind.emptyBody(), visibility, isEncrypted, basis: null }, today);
}

/** A note as its edit form shows it. */
export function savedNoteValues(kind: NoteKind, note: Note, timeZone: string): NoteValues {
  return {
    title: note.title,
    body: kind.savedBody(note, timeZone),
    date: note.noteDay,
    visibility: note.visibility,
    isEncrypted: note.isEncrypted,
    tags: note.tags,
    typedTag: "",
  };
}

export const sameValues = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/**
 * What somebody wrote, over what another has saved meanwhile: each field that they changed stays as they have it, the
 * others become the other's. So a note that was made private meanwhile isn't shared again by a word that was mended.
 */
export function writtenOver(base: NoteValues, mine: NoteValues, theirs: NoteValues): NoteValues {
  const changed = Object.entries(mine).filter(
    ([field, value]) => !sameValues(value, base[field as keyof NoteValues]),
  );
  return { ...theirs, ...Object.fromEntries(changed) };
}

/** All tags of a form: a typed one counts, whether or not it was added. */
export const tagsOf = ({ tags, typedTag }: Pick<NoteValues, "tags" | "typedTag">): string[] =>
  withTag(tags, typedTag);

/** The tags with one more: trimmed; unchanged when it is blank or there already, whatever its case. */
export function withTag(tags: string[], typed: string): string[] {
  const tag = typed.trim();
  const known = tags.some((other) => other.toLocaleLowerCase() === tag.toLocaleLowerCase());
  return tag && !known ? [...tags, tag] : tags;
}
