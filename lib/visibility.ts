import type { Role } from "./roles.ts";
import { VISIBILITIES, type Visibility } from "./visibility-levels.ts";

/**
 * Who may see a note and everything that belongs to it; used by screens and for rows that are already read. The same
 * rules in SQL are in server/access/visibility.ts; visibility.test.ts there compares the two.
 */

/** The properties of a reader that decide what they see. */
export type Reader = {
  /** Whether they see the visibility "team". */
  readonly seesTeam: boolean;
  /** The author whose private items they see too: their own id; null when they have none there. */
  readonly privateOf: string | null;
};

/** Whether a role sees the visibility "team": all except viewers. */
export const seesTeam = (role: Role): boolean => role !== "extended";

/** A member as a reader. */
export const toReader = ({ userId, role }: { userId: string; role: Role }): Reader => ({
  seesTeam: seesTeam(role),
  privateOf: userId,
});

/**
 * The visibilities that a role sees: "extended" is for every member, "team" not for viewers, "private" only for the
 * author.
 */
export const listLevelsSeen = (seesTeam: boolean, isAuthor: boolean): Visibility[] =>
  VISIBILITIES.filter((level) =>
    level === "private" ? isAuthor : level === "team" ? seesTeam : level === "extended",
  );

/** The visibilities that hide other authors' items from this role. */
export const listLevelsHidden = (seesTeam: boolean): Visibility[] =>
  VISIBILITIES.filter((level) => !listLevelsSeen(seesTeam, false).includes(level));

const isOwn = (authorId: string | null, { privateOf }: Reader): boolean =>
  authorId !== null && authorId === privateOf;

/** Whether a member sees a note. */
export const seesNote = (
  { visibility, authorId }: { visibility: Visibility; authorId: string | null },
  reader: Reader,
): boolean => listLevelsSeen(reader.seesTeam, isOwn(authorId, reader)).includes(visibility);

/** The conditions of who sees a note or an item that belongs to one. */
export type Audience = {
  /** The visibility of the note, or of the one it belongs to; "extended" without a note. */
  visibility: Visibility;
  /** The note's author, who alone sees "private"; null without a note. */
  noteAuthor: string | null;
  /** A task's assignee, who sees it regardless of its note. */
  assignedTo: string | null;
};

/** The audience of something that belongs to this note, or to none. */
export const getAudience = (
  note: { visibility: string; created_by: string } | null | undefined,
  assignedTo: string | null = null,
): Audience => ({
  visibility: (note?.visibility ?? "extended") as Visibility,
  noteAuthor: note?.created_by ?? null,
  assignedTo,
});

/** Whether a member sees an item, and so may see comments on it. */
export const seesItem = ({ visibility, noteAuthor, assignedTo }: Audience, reader: Reader): boolean =>
  isOwn(assignedTo, reader) || seesNote({ visibility, authorId: noteAuthor }, reader);

/**
 * Whether a user who sees the target sees a comment on it. The comment's visibility can only narrow: "private" is for
 * its author alone, "team" not for viewers, "extended" for all. Authors always see their own.
 */
export const seesComment = (
  { visibility, creatorId }: { visibility: Visibility; creatorId: string },
  reader: Reader,
): boolean => isOwn(creatorId, reader) || listLevelsSeen(reader.seesTeam, false).includes(visibility);

/** Whether the text of a note, and of everything that belongs to it, is hidden from administrators of the platform. */
export const isHiddenFromAdmins = (note: { visibility: string; is_encrypted: boolean }): boolean =>
  note.visibility === "private" || note.is_encrypted;
