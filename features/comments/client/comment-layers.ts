import type { OptimisticLocalStore } from "convex/browser";
import { api, type Comment } from "../../../lib/api.ts";
import type { MentionablePerson } from "../../../lib/mentions.ts";
import { defineLayer } from "../../../ui/layer.ts";
import type { TargetType } from "../rules.ts";
import { changeComment } from "./optimistic-comments.ts";

/** How screens show changes of comments before the server has made them. */

/** `diaryId` is for the list of unsent changes. */
type Target = { diaryId: string; targetType: TargetType; targetId: string };

function changeList(
  store: OptimisticLocalStore,
  { targetType, targetId }: Target,
  change: (list: Comment[]) => Comment[],
) {
  const key = { targetType, targetId };
  const list = store.getQuery(api.comments.listComments, key);
  if (list) store.setQuery(api.comments.listComments, key, change(list));
}

export const showNewComment = defineLayer<Target & { row: Comment }>(
  "comments.new",
  (store, { row, ...target }) =>
    changeList(store, target, (list) => (list.some(({ _id }) => _id === row._id) ? list : [...list, row])),
);

type Edit = Target & { commentId: string; content: string; mentioned: MentionablePerson[]; at: number };

export const showEditedComment = defineLayer<Edit>(
  "comments.edited",
  (store, { commentId, content, mentioned, at, ...target }) =>
    changeList(store, target, (list) => changeComment(list, commentId, { content, mentioned }, at)),
);

export const showDeletedComment = defineLayer<Target & { commentId: string }>(
  "comments.deleted",
  (store, { commentId, ...target }) =>
    changeList(store, target, (list) => list.filter(({ _id }) => _id !== commentId)),
);
