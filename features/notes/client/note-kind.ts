import type { ReactNode } from "react";
import type { Note } from "../../../lib/api.ts";
import type { NoteType, storedContent } from "../rules.ts";

/** The problems of a form's body, each by the field that it belongs to. */
export type Problems = Record<string, string>;

/** What a new note's form begins with; `basis` says where it comes from, null when it is empty. */
export type NoteStart<Body> = {
  body: Body;
  visibility?: Note["visibility"];
  isEncrypted?: boolean;
  basis: string | null;
};

export type BodyFieldsProps<Body> = {
  value: Body;
  problems: Problems;
  onChange(value: Body): void;
};

/**
 * What is particular to one type of note: the body of its form. Title, date, readers and tags are the same for all.
 * A body is plain data, as drafts keep it. Methods, so that a kind of some body is a kind of any.
 */
export type NoteKind<Body = unknown> = {
  type: NoteType;
  /** Name and icon of the type, as the server has them. */
  name: string;
  icon: string;
  failed: { create: string; update: string };
  /** Whether the form offers to write another one after it. */
  mayRepeat: boolean;
  /** The title that a note of that day (`YYYY-MM-DD`) begins with. */
  newTitle(day: string): string;
  emptyBody(): Body;
  /** What a new one begins with; undefined while that is being asked. */
  useStart(diaryId: string): NoteStart<Body> | undefined;
  savedBody(note: Note, timeZone: string): Body;
  contentOf(body: Body): Parameters<typeof storedContent>[0];
  problemsOf(body: Body): Problems;
  Fields(props: BodyFieldsProps<Body>): ReactNode;
  /** The body's short form, for kinds that can be written in the choice of types, and what to know about it. */
  QuickFields?(props: BodyFieldsProps<Body>): ReactNode;
  quickHint?: string;
  Reading: Reading;
};

/** What a note says, to be read. */
export type Reading = (props: { note: Pick<Note, "content"> }) => ReactNode;

/** The same by the type of content; a type that isn't there isn't known. */
export type Readings = Partial<Record<string, Reading>>;
