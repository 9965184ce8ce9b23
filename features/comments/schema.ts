import { z } from "zod";
import { id, moment, newId, nothing } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { toIssue } from "../../lib/words/message.ts";
import { createMentionIds, mentionedPerson } from "../notes/rules/mention-schema.ts";
import { COMMENT_LENGTH, COMMENT_MESSAGES, TARGET_TYPES } from "./rules.ts";

/** The text of a comment, trimmed. */
export const commentContent = z
  .string()
  .trim()
  .min(1, toIssue(COMMENT_MESSAGES.empty))
  .max(COMMENT_LENGTH, toIssue(COMMENT_MESSAGES.tooLong));

const mentions = createMentionIds(toIssue(COMMENT_MESSAGES.tooManyMentions));

const target = z.object({ targetType: z.enum(TARGET_TYPES), targetId: id });

export const comment = z.strictObject({
  _id: id,
  diaryId: id,
  targetType: z.enum(TARGET_TYPES),
  targetId: id,
  content: z.string(),
  isLost: z.boolean(),
  mentions: z.array(id),
  mentioned: z.array(mentionedPerson),
  visibility: z.enum(VISIBILITIES),
  creatorId: id,
  creatorName: z.string(),
  /** The address of the author's picture; null without one, and for an author who has left the notebook. */
  creatorAvatarUrl: z.string().nullable(),
  /** Present when the author was a clinician when they wrote it. */
  byClinician: z.literal(true).optional(),
  updatedAt: moment,
  isEdited: z.boolean(),
  /** Counts its edits, from 1. */
  version: z.number(),
  _creationTime: moment,
});

export const listComments = {
  args: target,
  returns: z.array(comment),
};

export const createComment = {
  args: target.extend({
    id: newId.optional(),
    diaryId: id,
    content: commentContent,
    mentions: mentions.optional(),
    visibility: z.enum(VISIBILITIES).optional(),
  }),
  returns: id,
};

export const updateComment = {
  args: z.object({
    commentId: id,
    content: commentContent,
    mentions: mentions.optional(),
    baseVersion: z.number().int().min(1).optional(),
  }),
  returns: nothing,
};

export const deleteComment = {
  args: z.object({ commentId: id }),
  returns: nothing,
};
