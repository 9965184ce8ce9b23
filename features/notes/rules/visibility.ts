import type { Role } from "../../../server/access/permissions.ts";
import { VISIBILITIES, type Visibility } from "../rules.ts";

/**
 * Who may see a note, and what hangs on it: the one answer for screens and for rows that are already read. Its form in SQL
 * is features/notes/server/visibility.ts; features/notes/server/visibility.test.ts holds the two against each other.
 */

/** A reader, as far as it decides what they see. */
export type Reader = {
  /** Whether they see what is for the team. */
  readonly seesTeam: boolean;
  /** Whose own things they see too: their own id; null when nothing there is theirs. */
  readonly privateOf: string | null;
};

/** Whether a role sees what is for the team: all but viewers. */
export const seesTeam = (role: Role): boolean => role !== "extended";

/** A member as a reader. */
export const readerOf = ({ userId, role }: { userId: string; role: Role }): Reader => ({
  seesTeam: seesTeam(role),
  privateOf: userId,
});

/** The levels that somebody sees: "extended" is for every member, "team" not for viewers, "private" for the author. */
export const levelsSeen = (seesTeam: boolean, isAuthor: boolean): Visibility[] =>
  VISIBILITIES.filter((level) =>
    level === "private" ? isAuthor : level === "team" ? seesTeam : level === "extended",
  );

/** The levels of what somebody may have said or written that others of their kind don't see. */
export const levelsHidden = (seesTeam: boolean): Visibility[] =>
  VISIBILITIES.filter((level) => !levelsSeen(seesTeam, false).includes(level));

const isOwn = (authorId: string | null, { privateOf }: Reader): boolean =>
  authorId !== null && authorId === privateOf;

/** Whether a member sees a note. */
export const seesNote = (
  { visibility, authorId }: { visibility: Visibility; authorId: string | null },
  reader: Reader,
): boolean => levelsSeen(reader.seesTeam, isOwn(authorId, reader)).includes(visibility);

/** What decides who sees a note or a thing that hangs on one. */
export type Audience = {
  /** That of the note which the thing is or hangs on; "extended" for what hangs on none. */
  visibility: Visibility;
  /** The note's author, whom "private" stands for; null without a note. */
  noteAuthor: string | null;
  /** Whom a task is assigned to: they see it whatever it hangs on. */
  assignedTo: string | null;
};

/** The audience of a thing on this note, or on none. */
export const audienceOn = (
  note: { visibility: string; created_by: string } | null | undefined,
  assignedTo: string | null = null,
): Audience => ({
  visibility: (note?.visibility ?? "extended") as Visibility,
  noteAuthor: note?.created_by ?? null,
  assignedTo,
});

/** Whether a member sees a thing, and so may see comments on it. */
export const seesThing = ({ visibility, noteAuthor, assignedTo }: Audience, reader: Reader): boolean =>
  isOwn(assignedTo, reader) || seesNote({ visibility, authorId: noteAuthor }, reader);

/**
 * Whether somebody who sees the thing sees a comment on it. Its visibility narrows: "private" is for its author alone,
 * "team" not for viewers, "extended" for all. Authors always see what they said themselves.
 */
export const seesComment = (
  { visibility, creatorId }: { visibility: Visibility; creatorId: string },
  reader: Reader,
): boolean => isOwn(creatorId, reader) || levelsSeen(reader.seesTeam, false).includes(visibility);

/** Whether a note's words, and those of what hangs on it, are kept from administrators of the platform. */
export const isHiddenFromAdmins = (note: { visibility: string; is_encrypted: boolean }): boolean =>
  note.visibility === "private" || note.is_encrypted;
