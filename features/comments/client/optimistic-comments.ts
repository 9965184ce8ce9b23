import type { Comment } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import type { TargetType } from "../rules.ts";

const UNSENT = "unsent:";

/** Whether a comment is displayed but not yet confirmed by the server. */
export const isUnsent = ({ _id }: Pick<Comment, "_id">): boolean => _id.startsWith(UNSENT);

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
    _id: UNSENT + id,
    isLost: false,
    mentions: mentioned.map(({ userId }) => userId),
    mentioned,
    creatorId: author?._id ?? "",
    creatorName: author?.name ?? "",
    creatorAvatarUrl: author?.avatarUrl ?? null,
    updatedAt: now,
    isEdited: false,
    version: 1,
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
