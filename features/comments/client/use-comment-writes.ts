import { useMutation, useQuery } from "convex/react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { createId } from "../../../lib/ids.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { type Message, writeMessage } from "../../../lib/words/message.ts";
import { notifyFailure } from "../../../ui/notify.ts";
import { COMMENT_MESSAGES, type TargetType } from "../rules.ts";
import { showDeletedComment, showEditedComment, showNewComment } from "./comment-layers.ts";
import { getUnsentComment } from "./optimistic-comments.ts";

export type CommentTarget = { diaryId: string; targetType: TargetType; targetId: string };

/** A comment's text and the people it mentions. */
export type CommentInput = { content: string; mentioned: MentionablePerson[] };

/**
 * Creates, changes and deletes comments on one target. The list shows each change at once and reverts it with an error
 * message when the server refuses. Each call resolves to whether it succeeded.
 */
export function useCommentWrites({ diaryId, targetType, targetId }: CommentTarget) {
  const me = useQuery(api.users.getCurrentUser, {});
  const createComment = useMutation(api.comments.createComment);
  const updateComment = useMutation(api.comments.updateComment);
  const deleteComment = useMutation(api.comments.deleteComment);

  const target = { diaryId, targetType, targetId };
  const getIds = (people: MentionablePerson[]) => people.map(({ userId }) => userId);

  function create({ content, mentioned }: CommentInput, visibility: Visibility): Promise<boolean> {
    const id = createId();
    const made = { ...target, content, visibility };
    const row = getUnsentComment({ ...made, mentioned }, me ?? null, { id, now: Date.now() });
    const created = createComment.withOptimisticUpdate(showNewComment({ ...target, row }));
    return reportFailure(
      created({ ...made, id, mentions: getIds(mentioned) }),
      COMMENT_MESSAGES.createFailed,
    );
  }

  function change(commentId: string, { content, mentioned }: CommentInput): Promise<boolean> {
    const update = updateComment.withOptimisticUpdate(
      showEditedComment({ ...target, commentId, content, mentioned, at: Date.now() }),
    );
    return reportFailure(
      update({ commentId, content, mentions: getIds(mentioned) }),
      COMMENT_MESSAGES.updateFailed,
    );
  }

  function remove(commentId: string): Promise<boolean> {
    const removed = deleteComment.withOptimisticUpdate(showDeletedComment({ ...target, commentId }));
    return reportFailure(removed({ commentId }), COMMENT_MESSAGES.deleteFailed);
  }

  return { me: me ?? null, create, change, remove };
}

async function reportFailure(write: Promise<unknown>, failed: Message): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    console.error(writeMessage(failed), error);
    notifyFailure(getErrorMessage(error, writeMessage(failed)));
    return false;
  }
}
