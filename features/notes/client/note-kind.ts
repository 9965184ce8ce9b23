import type { OptimisticLocalStore } from "convex/browser";
import type { ReactNode } from "react";
import type { Note, NoteSummary } from "../../../lib/api.ts";
import type { Key } from "../../../lib/words/keys.ts";
import type { Message } from "../../../lib/words/message.ts";
import type { OfferedPerson } from "../../../ui/mention-field.tsx";
import type { getStoredContent } from "../rules/stored-fields.ts";
import type { NoteType } from "../rules.ts";

/** The errors of a form's body by field. */
export type Problems = Record<string, string>;

/** The initial values of a new note; `basis` names their source, null when they are empty. */
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
  /** The people a text can mention, how to load them, and whether there are any. */
  people?: readonly OfferedPerson[];
  onFocus?(): void;
  hasPeople?: boolean;
};

/**
 * The parts of a form that depend on the note's type. Title, date, visibility and tags are shared by all types. A body
 * is plain data, so that drafts can store it. Members are methods, so that a kind of a specific body is assignable to a
 * kind of any.
 */
export type NoteKind<Body = unknown> = {
  type: NoteType;
  /** Name and icon of the type, as on the server. */
  name: string;
  icon: string;
  failed: { create: Message; update: Message };
  /**
   * For a kind with a page of its own: the form's heading, its shared fields folded, where it leads back, and how an
   * unsaved note is shown there.
   */
  own?: {
    heading: string;
    page: "/care/$diaryId/handover";
    showInserted(store: OptimisticLocalStore, diaryId: string, row: NoteSummary, body: Body): void;
  };
  /** Whether the form has a button to save and write another one. */
  mayRepeat: boolean;
  /** The default title of a note on that day (`YYYY-MM-DD`). */
  newTitle(day: string): string;
  /** The title that a new note's body suggests while it has no other, for kinds whose body comes first in the form. */
  titleOf?(body: Body): string;
  emptyBody(): Body;
  /** The initial values of a new note; undefined while loading. */
  useStart(diaryId: string): NoteStart<Body> | undefined;
  savedBody(note: Note, timeZone: string): Body;
  contentOf(body: Body): Parameters<typeof getStoredContent>[0];
  problemsOf(body: Body): Problems;
  /** The text of a body, for kinds whose text can mention people. */
  textOf?(body: Body): string;
  Fields(props: BodyFieldsProps<Body>): ReactNode;
  /** Fields of the body among the folded ones, and whether they hold something, for a kind with a page of its own. */
  MoreFields?(props: BodyFieldsProps<Body>): ReactNode;
  holdsMore?(body: Body): boolean;
  /** The short form of the body for the dialog of types, where a kind has one, with the values it needs. */
  QuickFields?(props: BodyFieldsProps<Body>): ReactNode;
  quickHint?: Key;
  Reading: Reading;
};

/** Renders a note's content. */
export type Reading = (props: { note: Pick<Note, "content" | "mentioned"> }) => ReactNode;

/** Renderers by the type of content; a missing type is unknown. */
export type Readings = Partial<Record<string, Reading>>;
