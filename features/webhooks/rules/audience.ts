import { seesComment, seesItem, toReader } from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { Role } from "../../../server/access/permissions.ts";

/** The facts that decide who sees a row, as `webhook_audience` and its like in the database give them. */
export type RowAudience = {
  visibility: Visibility;
  noteAuthor?: string | null;
  assignedTo?: string | null;
  /** It, or the note that it belongs to, is encrypted. */
  isEncrypted?: boolean;
  comment?: { visibility: Visibility; creatorId: string };
};

/**
 * Whether a member's webhook may receive events of a row: the member sees it, by the rules of notes, and it isn't
 * encrypted. Null is a row that is deleted, or whose note is.
 */
export function isInAudience(audience: RowAudience | null, member: { userId: string; role: Role }): boolean {
  if (audience === null || audience.isEncrypted) return false;
  const { visibility, noteAuthor = null, assignedTo = null, comment } = audience;
  const reader = toReader(member);
  return (
    seesItem({ visibility, noteAuthor, assignedTo }, reader) &&
    (comment === undefined || seesComment(comment, reader))
  );
}
