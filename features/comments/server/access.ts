import { isFullId } from "../../../lib/ids.ts";
import {
  type Audience,
  getAudience,
  listLevelsHidden,
  seesComment,
  seesItem,
  seesTeam,
  toReader,
} from "../../../lib/visibility.ts";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import {
  type AccessRule,
  authenticated,
  type Caller,
  denied,
  membership,
  type NotebookAccess,
} from "../../../server/access/gate.ts";
import { hasDeleted } from "../../../server/access/made_before.ts";
import { may, mayOn } from "../../../server/access/permissions.ts";
import { getNote } from "../../notes/server/public.ts";
import type { TargetType } from "../rules.ts";

declare const proven: unique symbol;

type OnTarget = { targetType: TargetType; targetId: string };

/** A target of comments with its notebook and the fields that decide who sees it. */
export type CommentTarget = OnTarget & {
  readonly diaryId: string;
  /** The note that the target is or belongs to; null without one. */
  readonly noteId: string | null;
  readonly audience: Audience;
  readonly isEncrypted: boolean;
};

/** Access to the comments on a target. Readers with equal values share one result. */
export type CommentsAccess = OnTarget & {
  readonly [proven]: "comments";
  readonly diaryId: string;
  readonly seesTeam: boolean;
  /**
   * The reader's id when they have written comments in this notebook that others with their role don't see, else null.
   */
  readonly privateOf: string | null;
};

/** The right of a member who sees a target to comment on it. */
export type TargetAccess = NotebookAccess & { readonly target: CommentTarget };

/** Access to one comment that the caller may change. */
export type CommentAccess = TargetAccess & { readonly commentId: string; readonly visibility: Visibility };

/** Listing the comments on one target. A missing and a hidden target give the same error. */
export const mayListComments = (): AccessRule<OnTarget, CommentsAccess> => ({
  action: "comments.see",
  async resolve(caller, on) {
    const { diaryId, userId, role } = await seenTarget(caller, on);
    const ownHidden = await caller.db
      .selectFrom("comments")
      .select("id")
      .where("diary_id", "=", diaryId)
      .where("created_by", "=", userId)
      .where("visibility", "in", listLevelsHidden(seesTeam(role)))
      .limit(1)
      .executeTakeFirst();
    return {
      targetType: on.targetType,
      targetId: on.targetId,
      diaryId,
      seesTeam: seesTeam(role),
      privateOf: ownHidden ? userId : null,
    } as CommentsAccess;
  },
});

/** Seeing a note, a task or a started program, for any use. A missing and a hidden one give the same error. */
export const maySeeTarget = (): AccessRule<OnTarget, TargetAccess> => ({
  action: "comments.see",
  resolve: seenTarget,
});

/** Adding a comment. The target must belong to the notebook of the arguments. */
export const mayAddComment = (): AccessRule<OnTarget & { diaryId: string }, TargetAccess> => ({
  action: "comments.create",
  async resolve(caller, on) {
    const access = await seenTarget(caller, on);
    if (access.diaryId !== on.diaryId || !may(access.role, "comments.create")) throw denied();
    return access;
  },
});

/** Changing one comment. A missing, a hidden and another user's one give the same error. */
export const mayChangeComment = (
  action: "comments.edit" | "comments.delete",
): AccessRule<{ commentId: string }, CommentAccess> => ({
  action,
  async resolve(caller, { commentId }) {
    authenticated(caller.identity);
    return allowChange(caller, commentId, await findComment(caller, commentId), action);
  },
});

async function allowChange(
  caller: Caller,
  commentId: string,
  comment: Awaited<ReturnType<typeof findComment>>,
  action: "comments.edit" | "comments.delete",
): Promise<CommentAccess> {
  const access = await seenTarget(caller, comment ?? { targetType: "note", targetId: "" });
  if (!comment) throw denied();
  const facts = {
    seen: seesComment(comment, toReader(access)),
    own: comment.creatorId === access.userId,
    isPrivate: comment.visibility === "private",
  };
  if (!mayOn(access.role, action, facts)) throw denied();
  return { ...access, commentId, visibility: comment.visibility };
}

/** Deleting one comment, as `mayChangeComment`; null when the caller has deleted it already. */
export const mayDeleteComment = (): AccessRule<{ commentId: string }, CommentAccess | null> => ({
  action: "comments.delete",
  async resolve(caller, { commentId }) {
    authenticated(caller.identity);
    const comment = await findComment(caller, commentId);
    if (!comment && (await hasDeleted(caller, "comments", commentId))) return null;
    return allowChange(caller, commentId, comment, "comments.delete");
  },
});

/** The target together with the caller's membership; throws unless they see it. */
async function seenTarget(caller: Caller, on: OnTarget): Promise<TargetAccess> {
  authenticated(caller.identity);
  const target = isFullId(on.targetId) ? await findTarget(caller, on) : null;
  const access = await membership(caller, target?.diaryId ?? "");
  if (!target || !access || !seesItem(target.audience, toReader(access))) throw denied();
  return { ...access, target };
}

async function findTarget(caller: Caller, on: OnTarget): Promise<CommentTarget | null> {
  const { targetType, targetId } = on;
  const targetRow = targetType === "note" ? null : await findTargetRow(caller, on);
  const noteId = targetType === "note" ? targetId : (targetRow?.note_id ?? null);
  const note = noteId === null ? undefined : await getNote(caller, { noteId });
  const diaryId = targetRow?.diary_id ?? note?.diary_id;
  if (diaryId === undefined) return null;
  return {
    targetType,
    targetId,
    diaryId,
    noteId,
    isEncrypted: note?.is_encrypted ?? false,
    audience: getAudience(note, targetRow?.assigned_to),
  };
}

async function findTargetRow({ db }: Caller, { targetType, targetId }: OnTarget) {
  if (targetType === "task") {
    return db
      .selectFrom("tasks")
      .select(["diary_id", "note_id", "assigned_to"])
      .where("id", "=", targetId)
      .executeTakeFirst();
  }
  const program = await db
    .selectFrom("diary_programs")
    .select(["diary_id", "note_id"])
    .where("id", "=", targetId)
    .executeTakeFirst();
  return program && { ...program, assigned_to: null };
}

async function findComment({ db }: Caller, commentId: string) {
  if (!isFullId(commentId)) return null;
  const row = await db
    .selectFrom("comments")
    .select(["note_id", "task_id", "diary_program_id", "visibility", "created_by"])
    .where("id", "=", commentId)
    .executeTakeFirst();
  if (!row) return null;
  const on: OnTarget = row.note_id
    ? { targetType: "note", targetId: row.note_id }
    : row.task_id
      ? { targetType: "task", targetId: row.task_id }
      : { targetType: "program", targetId: row.diary_program_id! };
  return { ...on, visibility: row.visibility as Visibility, creatorId: row.created_by };
}
