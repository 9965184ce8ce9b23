import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { nameOf, namesOf, shownName } from "../../../server/db/names.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { markOf } from "../../notebooks/rules/authors.ts";
import type { Visibility } from "../../notes/rules.ts";
import type { NotesAccess } from "../../notes/server/public.ts";
import { seesComment } from "../../notes/server/public.ts";
import { COMMENTS_SHOWN, MAILS_A_DAY, MAILS_AN_HOUR, type TargetType } from "../rules.ts";
import type { CommentAccess, CommentsAccess, TargetAccess } from "./access.ts";

type Db = Kysely<Tables>;

const TARGET_COLUMNS = {
  note: "note_id",
  task: "task_id",
  program: "diary_program_id",
} as const satisfies Record<TargetType, keyof Tables["comments"]>;

/**
 * The newest comments on a target that the reader sees, oldest first. `isLost` means that the content can't be
 * decrypted any more because the notebook's key was destroyed.
 */
export async function listComments(db: Db, vault: Vault, access: CommentsAccess) {
  const { diaryId, targetType, targetId } = access;
  const rows = await db
    .selectFrom("comments as c")
    .select(["id", "content", "sealed", "mentions", "visibility", "created_by", "by_clinician"])
    .select(["created_at", "updated_at"])
    .where("diary_id", "=", diaryId)
    .where(TARGET_COLUMNS[targetType], "=", targetId)
    .where(seesComment("c", access))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(COMMENTS_SHOWN)
    .execute();
  const names = await namesOf(
    db,
    rows.flatMap((row) => [row.created_by, ...row.mentions]),
  );
  const open = rows.some((row) => row.sealed) ? await vault.opener(db, diaryId) : null;
  return rows.reverse().map((row) => ({
    _id: row.id,
    diaryId,
    targetType,
    targetId,
    ...contentOf(row, open),
    mentions: row.mentions,
    /** The mentioned people with their current names. */
    mentioned: row.mentions.map((userId) => ({ userId, name: nameOf(names, userId) })),
    visibility: row.visibility as Visibility,
    creatorId: row.created_by,
    creatorName: nameOf(names, row.created_by),
    ...markOf(row.by_clinician),
    updatedAt: row.updated_at,
    isEdited: row.updated_at > row.created_at,
    _creationTime: row.created_at,
  }));
}

/** The comments on several targets that the reader sees, oldest first; for a copy of the notebook. */
export async function listCommentsOn(
  db: Db,
  vault: Vault,
  access: NotesAccess,
  targetType: TargetType,
  ids: string[],
) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom("comments as c")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .where(TARGET_COLUMNS[targetType], "in", ids)
    .where(seesComment("c", access))
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  const names = await namesOf(
    db,
    rows.map((row) => row.created_by),
  );
  const open = rows.some((row) => row.sealed) ? await vault.opener(db, access.diaryId) : null;
  return rows.map((row) => ({
    _id: row.id,
    targetType,
    targetId: row[TARGET_COLUMNS[targetType]]!,
    ...contentOf(row, open),
    visibility: row.visibility as Visibility,
    creatorName: nameOf(names, row.created_by),
    ...markOf(row.by_clinician),
    updatedAt: row.updated_at,
    _creationTime: row.created_at,
  }));
}

export type CopiedComment = Awaited<ReturnType<typeof listCommentsOn>>[number];

type Open = Awaited<ReturnType<Vault["opener"]>>;

function contentOf(row: { id: string; content: string | null; sealed: Buffer | null }, open: Open | null) {
  if (row.content !== null || !row.sealed || !open) return { content: row.content ?? "", isLost: false };
  try {
    return { content: open(bindingOf(row.id), row.sealed).toString("utf8"), isLost: false };
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return { content: "", isLost: true };
  }
}

const bindingOf = (commentId: string) => `comment/${commentId}`;

/** The columns of a comment's text: encrypted when its target belongs to an encrypted note. */
async function contentColumns(
  db: Db,
  vault: Vault,
  { diaryId, target }: TargetAccess,
  id: string,
  content: string,
) {
  if (!target.isEncrypted) return { content, sealed: null };
  return {
    content: null,
    sealed: await vault.seal(db, diaryId, bindingOf(id), Buffer.from(content, "utf8")),
  };
}

type NewComment = { content: string; mentions: string[]; visibility: Visibility; mailed: string[] };

/** Adds a comment; returns its id. */
export async function insertComment(
  db: Db,
  vault: Vault,
  access: TargetAccess,
  { content, mailed, ...comment }: NewComment,
  now: Date,
): Promise<string> {
  const { diaryId, userId, role, target } = access;
  const id = uuidv7();
  await db
    .insertInto("comments")
    .values({
      id,
      diary_id: diaryId,
      [TARGET_COLUMNS[target.targetType]]: target.targetId,
      ...comment,
      told: mailed,
      ...(await contentColumns(db, vault, access, id, content)),
      created_by: userId,
      by_clinician: role === "clinician",
      created_at: now,
      updated_at: now,
    })
    .execute();
  return id;
}

/** The previous values that an edit needs: the people mentioned, and those already mailed about the comment. */
export function findComment(db: Db, access: CommentAccess) {
  return db
    .selectFrom("comments")
    .select(["mentions", "told as mailed"])
    .where("id", "=", access.commentId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirstOrThrow();
}

export async function updateComment(
  db: Db,
  vault: Vault,
  access: CommentAccess,
  { content, mailed, ...change }: Pick<NewComment, "content" | "mentions" | "mailed">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("comments")
    .set({
      ...change,
      told: mailed,
      ...(await contentColumns(db, vault, access, access.commentId, content)),
      updated_at: now,
    })
    .where("id", "=", access.commentId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Deletes a comment; returns its author's id. */
export async function deleteComment(db: Db, access: CommentAccess): Promise<string> {
  const { created_by } = await db
    .deleteFrom("comments")
    .where("id", "=", access.commentId)
    .where("diary_id", "=", access.diaryId)
    .returning("created_by")
    .executeTakeFirstOrThrow();
  return created_by;
}

/** A member whom a comment may mention, and their address for mails. */
export type Mentionable = {
  userId: string;
  role: Role;
  /** A verified address of somebody who wants mails about mentions, else null. */
  mailTo: string | null;
};

/** Those of these users who are members. */
export async function findMembers(db: Db, access: TargetAccess, userIds: string[]): Promise<Mentionable[]> {
  if (userIds.length === 0) return [];
  const rows = await db
    .selectFrom("members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.user_id", "m.role", "u.email", "u.email_verified", "u.mention_mails"])
    .where("m.diary_id", "=", access.diaryId)
    .where("m.user_id", "in", userIds)
    .execute();
  return rows.map((row) => ({
    userId: row.user_id,
    role: row.role as Role,
    mailTo: row.mention_mails && row.email_verified && row.email !== "" ? row.email : null,
  }));
}

const HOUR_MS = 3_600_000;

/** Chooses who gets a mail about a mention now and records it; people at their hourly or daily limit get none. */
export async function takeMails(db: Db, userIds: string[], now: Date): Promise<string[]> {
  if (userIds.length === 0) return [];
  const hoursAgo = (hours: number) => sql<number>`${new Date(now.getTime() - hours * HOUR_MS)}`;
  await db
    .deleteFrom("mention_mails")
    .where("user_id", "in", userIds)
    .where("sent_at", "<=", hoursAgo(24))
    .execute();
  const sent = await db
    .selectFrom("mention_mails")
    .select(({ fn }) => [
      "user_id",
      fn.countAll<number>().as("day"),
      fn.countAll<number>().filterWhere("sent_at", ">", hoursAgo(1)).as("hour"),
    ])
    .where("user_id", "in", userIds)
    .groupBy("user_id")
    .execute();
  const enough = sent.flatMap(({ user_id: userId, day, hour }) =>
    day >= MAILS_A_DAY || hour >= MAILS_AN_HOUR ? [userId] : [],
  );
  const activeIds = userIds.filter((userId) => !enough.includes(userId));
  if (activeIds.length === 0) return [];
  await db
    .insertInto("mention_mails")
    .values(activeIds.map((userId) => ({ user_id: userId, sent_at: now })))
    .execute();
  return activeIds;
}

/** The content of a mail about a comment: author, notebook, and the path of the page that shows it. */
export async function placeOf(db: Db, { diaryId, userId, target }: TargetAccess) {
  const { notebook, notebookId, noteId, ...author } = await db
    .selectFrom("diaries as d")
    .innerJoin("users as u", (join) => join.on("u.id", "=", userId))
    .leftJoin("notes as n", (join) => join.onRef("n.diary_id", "=", "d.id").on("n.id", "=", target.noteId))
    .select([
      "u.name",
      "u.deleted_at",
      "d.name as notebook",
      "d.short_id as notebookId",
      "n.short_id as noteId",
    ])
    .where("d.id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return {
    author: shownName(author),
    notebook,
    path: noteId ? `/care/${notebookId}/note/${noteId}` : `/care/${notebookId}`,
  };
}
