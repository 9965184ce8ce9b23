import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import { CareError } from "../../../lib/errors.ts";
import { EXAMPLE_IDS } from "../../../lib/example-ids.ts";
import { seesComment, seesItem, toReader } from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { isMadeBefore } from "../../../server/access/made_before.ts";
import type { Tables } from "../../../server/db/database.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { enqueueMentionMails, findMembers, type Mentionable } from "../../notes/server/public.ts";
import { notifyOfComment } from "../../notifications/server/public.ts";
import { COMMENT_MESSAGES, narrow } from "../rules.ts";
import * as schema from "../schema.ts";
import {
  mayAddComment,
  mayChangeComment,
  mayDeleteComment,
  mayListComments,
  type TargetAccess,
} from "./access.ts";
import * as data from "./data.ts";

type Db = Kysely<Tables>;

/** The comments on a note, a task or an activated program that the caller sees; see `data.listComments`. */
export const listComments = query({
  ...schema.listComments,
  access: mayListComments(),
  handler: ({ db, vault, access, baseUrl }) => data.listComments(db, vault, access, baseUrl),
});

/**
 * Adds a comment to something that the caller sees; returns the comment's id, which is `id` when given. `visibility` can only narrow: it defaults
 * to the target's, and a wider one becomes the target's.
 */
export const createComment = mutation({
  ...schema.createComment,
  example: {
    diaryId: EXAMPLE_IDS.diary,
    targetType: "note",
    targetId: EXAMPLE_IDS.note,
    content: "She slept well after that.",
  },
  access: mayAddComment(),
  isDurable: true,
  handler: async (
    { db, vault, access, now, baseUrl, unsubscribe, writeLast },
    { id: chosenId, content, mentions = [], visibility },
  ) => {
    if (chosenId !== undefined && (await isMadeBefore(db, access, "comments", chosenId))) return chosenId;
    const widest = access.target.audience.visibility;
    const level = narrow(visibility ?? widest, widest);
    const mentioned = await checkMentions(db, access, mentions, level);
    const commentId = chosenId ?? uuidv7();
    const environment = { now, baseUrl, unsubscribe };
    const mailed = await enqueueMentionMails(db, mentioned, getMail(access, commentId), environment);
    const comment = { content, mentions, visibility: level, mailed };
    await data.insertComment(db, vault, access, commentId, comment, now);
    const { targetType, audience } = access.target;
    const noteAuthor = targetType === "note" ? audience.noteAuthor : null;
    if (noteAuthor !== null || mentioned.length > 0)
      writeLast(
        notifyOfComment(db, notice(access, commentId, level, { noteAuthor, people: mentioned }), now),
      );
    return commentId;
  },
});

/**
 * Changes the text of the caller's own comment and, when given, the mentioned people. Refused when it was changed since
 * version `baseVersion`.
 */
export const updateComment = mutation({
  ...schema.updateComment,
  access: mayChangeComment("comments.edit"),
  isDurable: true,
  handler: async (
    { db, vault, access, now, opId, baseUrl, unsubscribe, writeLast },
    { commentId, content, mentions: given, baseVersion },
  ) => {
    const before = await data.findComment(db, access);
    if (opId !== null && before.op_ids.includes(opId)) return null;
    if (baseVersion !== undefined && baseVersion !== before.version)
      throw new CareError("conflict", COMMENT_MESSAGES.changed);
    const mentions = given ?? before.mentions;
    // People mentioned before may have left the notebook; only new mentions are checked.
    const added = mentions.filter((userId) => !before.mentions.includes(userId));
    const mentioned = await checkMentions(db, access, added, access.visibility);
    const unmailed = mentioned.filter(({ userId }) => !before.mailed.includes(userId));
    const environment = { now, baseUrl, unsubscribe };
    const newlyMailed = await enqueueMentionMails(db, unmailed, getMail(access, commentId), environment);
    const mailed = [...before.mailed, ...newlyMailed];
    const opIds = opId === null ? before.op_ids : [...before.op_ids, opId].slice(-data.OP_IDS_KEPT);
    await data.updateComment(db, vault, access, { content, mentions, mailed, opIds }, now);
    if (mentioned.length > 0)
      writeLast(
        notifyOfComment(
          db,
          notice(access, commentId, access.visibility, { noteAuthor: null, people: mentioned }),
          now,
        ),
      );
    return null;
  },
});

/**
 * Deletes the caller's own comment; owners and admins may delete any that they see. Repeating a
 * deletion changes nothing.
 */
export const deleteComment = mutation({
  ...schema.deleteComment,
  access: mayDeleteComment(),
  isDurable: true,
  handler: async ({ db, access, audit }, { commentId }) => {
    if (access === null) return null;
    const authorId = await data.deleteComment(db, access);
    const { targetType, targetId } = access.target;
    await audit({
      eventType: "comment.deleted",
      diaryId: access.diaryId,
      targetType: "comment",
      targetId: commentId,
      details: { on: targetType, onId: targetId, authorId },
    });
    return null;
  },
});

/**
 * The mentioned people to notify: never the author.
 * @throws CareError when a mentioned person can't see the comment
 */
async function checkMentions(
  db: Db,
  access: TargetAccess,
  mentions: string[],
  visibility: Visibility,
): Promise<Mentionable[]> {
  const members = await findMembers(db, access.diaryId, mentions);
  const comment = { visibility, creatorId: access.userId };
  const readers = members.filter((member) => {
    const reader = toReader(member);
    return seesItem(access.target.audience, reader) && seesComment(comment, reader);
  });
  if (readers.length < mentions.length) {
    throw new CareError("invalid", COMMENT_MESSAGES.notMentionable, { path: "mentions" });
  }
  return readers.filter(({ userId }) => userId !== access.userId);
}

/** The notification of a comment, with its recipients. */
const notice = (
  { diaryId, userId, target }: TargetAccess,
  commentId: string,
  visibility: Visibility,
  { noteAuthor, people }: { noteAuthor: string | null; people: readonly Mentionable[] },
) => ({
  diaryId,
  userId,
  commentId,
  onId: target.targetId,
  visibility,
  noteAuthor: noteAuthor === userId ? null : noteAuthor,
  mentioned: people.map((person) => person.userId),
});

/** Where a mail about a comment leads. */
const getMail = ({ diaryId, userId, target }: TargetAccess, commentId: string) => ({
  diaryId,
  userId,
  noteId: target.noteId,
  what: "comment" as const,
  subjectId: commentId,
  rest: `#comment-${commentId}`,
});
