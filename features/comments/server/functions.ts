import { CareError } from "../../../lib/errors.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { enqueueMails } from "../../../server/mail/outbox.ts";
import { readerOf, seesComment, seesItem } from "../../notes/rules/visibility.ts";
import type { Visibility } from "../../notes/rules.ts";
import { COMMENT_MESSAGES, narrower } from "../rules.ts";
import * as schema from "../schema.ts";
import { mayAddComment, mayChangeComment, mayListComments, type TargetAccess } from "./access.ts";
import * as data from "./data.ts";
import { mentionLetter } from "./letters.ts";

/** The comments on a note, a task or an activated program that the caller sees; see `data.listComments`. */
export const listComments = query({
  ...schema.listComments,
  access: mayListComments(),
  handler: ({ db, vault, access, baseUrl }) => data.listComments(db, vault, access, baseUrl),
});

/**
 * Adds a comment to something that the caller sees; returns the comment's id. `visibility` can only narrow: it defaults
 * to the target's, and a wider one becomes the target's.
 */
export const createComment = mutation({
  ...schema.createComment,
  access: mayAddComment(),
  handler: async ({ db, vault, access, now, baseUrl }, { content, mentions = [], visibility }) => {
    const widest = access.target.audience.visibility;
    const level = narrower(visibility ?? widest, widest);
    const mailTo = await checkMentions(db, access, mentions, level);
    const mailed = await data.takeMails(db, [...mailTo.keys()], now);
    const commentId = await data.insertComment(
      db,
      vault,
      access,
      { content, mentions, visibility: level, mailed },
      now,
    );
    await sendMentionMails(db, access, commentId, addressesOf(mailed, mailTo), baseUrl);
    return commentId;
  },
});

/** Changes the text of the caller's own comment and, when given, the mentioned people. */
export const updateComment = mutation({
  ...schema.updateComment,
  access: mayChangeComment("comments.edit"),
  handler: async ({ db, vault, access, now, baseUrl }, { commentId, content, mentions: given }) => {
    const before = await data.findComment(db, access);
    const mentions = given ?? before.mentions;
    // People mentioned before may have left the notebook; only new mentions are checked.
    const added = mentions.filter((userId) => !before.mentions.includes(userId));
    const mailTo = await checkMentions(db, access, added, access.visibility);
    for (const userId of before.mailed) mailTo.delete(userId);
    const newlyMailed = await data.takeMails(db, [...mailTo.keys()], now);
    const mailed = [...before.mailed, ...newlyMailed];
    await data.updateComment(db, vault, access, { content, mentions, mailed }, now);
    await sendMentionMails(db, access, commentId, addressesOf(newlyMailed, mailTo), baseUrl);
    return null;
  },
});

/** Deletes the caller's own comment; owners and admins may delete any that they see. */
export const deleteComment = mutation({
  ...schema.deleteComment,
  access: mayChangeComment("comments.delete"),
  handler: async ({ db, access, audit }, { commentId }) => {
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

type Db = Parameters<typeof data.findMembers>[0];

/**
 * The addresses to mail, by user id: of those mentioned who want mails, never the author's own.
 * @throws CareError when somebody is mentioned who can't see the comment
 */
async function checkMentions(
  db: Db,
  access: TargetAccess,
  mentions: string[],
  visibility: Visibility,
): Promise<Map<string, string>> {
  const members = await data.findMembers(db, access, mentions);
  const comment = { visibility, creatorId: access.userId };
  const readers = members.filter((member) => {
    const reader = readerOf(member);
    return seesItem(access.target.audience, reader) && seesComment(comment, reader);
  });
  if (readers.length < mentions.length) {
    throw new CareError("invalid", COMMENT_MESSAGES.notMentionable, { path: "mentions" });
  }
  return new Map(
    readers.flatMap(({ userId, mailTo }) => (mailTo && userId !== access.userId ? [[userId, mailTo]] : [])),
  );
}

const addressesOf = (userIds: string[], mailTo: Map<string, string>): string[] =>
  userIds.map((userId) => mailTo.get(userId)!);

/** Queues mails to the mentioned people in the comment's transaction, so that they are sent exactly if it commits. */
async function sendMentionMails(
  db: Db,
  access: TargetAccess,
  commentId: string,
  addresses: string[],
  baseUrl: string,
): Promise<void> {
  if (addresses.length === 0) return;
  const { author, notebook, path } = await data.placeOf(db, access);
  const link = `${baseUrl}${path}#comment-${commentId}`;
  const settings = `${baseUrl}/account`;
  await enqueueMails(
    db,
    addresses.map((to) => mentionLetter({ to, author, notebook, link, settings })),
  );
}
