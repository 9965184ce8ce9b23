import type { Comment } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { TargetType } from "../rules.ts";

/** Whether a comment is displayed but not yet confirmed by the server, whose versions begin with 1. */
export const isUnsent = ({ version }: Pick<Comment, "version">): boolean => version === 0;

type NewComment = {
  diaryId: string;
  targetType: TargetType;
  targetId: string;
  content: string;
  mentioned: MentionablePerson[];
  visibility: Visibility;
};

/** The provisional row of a new comment, until the server's own replaces it. */
export function getUnsentComment(
  { mentioned, ...comment }: NewComment,
  author: { _id: string; name: string; avatarUrl: string | null } | null,
  { id, now }: { id: string; now: number },
): Comment {
  return {
    ...comment,
    _id: id,
    isLost: false,
    mentions: mentioned.map(({ userId }) => userId),
    mentioned,
    creatorId: author?._id ?? "",
    creatorName: author?.name ?? "",
    creatorAvatarUrl: author?.avatarUrl ?? null,
    updatedAt: now,
    isEdited: false,
    version: 0,
    _creationTime: now,
  };
}

/** The list with one comment's text changed. */
export const changeComment = (
  list: Comment[],
  commentId: string,
  change: { content: string; mentioned: MentionablePerson[] },
  now: number,
): Comment[] =>
  list.map((comment) =>
    comment._id === commentId
      ? {
          ...comment,
          ...change,
          mentions: change.mentioned.map(({ userId }) => userId),
          isEdited: true,
          updatedAt: now,
        }
      : comment,
  );
