import type { Kysely } from "kysely";
import type { Visibility } from "../../../lib/visibility-levels.ts";
import { seesComment } from "../../../server/access/visibility.ts";
import type { Tables } from "../../../server/db/database.ts";
import { getShownName, readNames, readPicturedPeople } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { CannotOpen } from "../../../server/vault/cipher.ts";
import type { Vault } from "../../../server/vault/vault.ts";
import { getPictureUrl } from "../../avatars/rules.ts";
import { getAuthorMark } from "../../notebooks/rules/authors.ts";
import type { NotesAccess } from "../../notes/server/public.ts";
import { COMMENTS_SHOWN, type TargetType } from "../rules.ts";
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
export async function listComments(db: Db, vault: Vault, access: CommentsAccess, baseUrl: string) {
  const { diaryId, targetType, targetId } = access;
  const rows = await db
    .selectFrom("comments as c")
    .select(["id", "content", "sealed", "mentions", "visibility", "created_by", "by_clinician"])
    .select(["created_at", "updated_at", "version"])
    .where("diary_id", "=", diaryId)
    .where(TARGET_COLUMNS[targetType], "=", targetId)
    .where(seesComment("c", access))
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(COMMENTS_SHOWN)
    .execute();
  const authors = new Set(rows.map((row) => row.created_by));
  const [people, members] = await runPipelined(
    readPicturedPeople(
      db,
      rows.flatMap((row) => [row.created_by, ...row.mentions]),
    ),
    membersAmong(db, diaryId, authors),
  );
  const nameOfPerson = (userId: string) => people.get(userId)?.name ?? "";
  const getPicture = (userId: string) =>
    members.has(userId) ? getPictureUrl(baseUrl, people.get(userId)?.avatarId ?? null) : null;
  const open = rows.some((row) => row.sealed) ? await vault.opener(db, diaryId) : null;
  return rows.reverse().map((row) => ({
    _id: row.id,
    diaryId,
    targetType,
    targetId,
    ...getContent(row, open),
    mentions: row.mentions,
    /** The mentioned people with their current names. */
    mentioned: row.mentions.map((userId) => ({ userId, name: nameOfPerson(userId) })),
    visibility: row.visibility as Visibility,
    creatorId: row.created_by,
    creatorName: nameOfPerson(row.created_by),
    creatorAvatarUrl: getPicture(row.created_by),
    ...getAuthorMark(row.by_clinician),
    updatedAt: row.updated_at,
    isEdited: row.updated_at > row.created_at,
    version: row.version,
    _creationTime: row.created_at,
  }));
}

/** Filters these people by current membership of the notebook. */
async function membersAmong(db: Db, diaryId: string, userIds: Set<string>): Promise<Set<string>> {
  if (userIds.size === 0) return new Set();
  const rows = await db
    .selectFrom("members")
    .select("user_id")
    .where("diary_id", "=", diaryId)
    .where("user_id", "in", [...userIds])
    .execute();
  return new Set(rows.map((row) => row.user_id));
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
  const names = await readNames(
    db,
    rows.map((row) => row.created_by),
  );
  const open = rows.some((row) => row.sealed) ? await vault.opener(db, access.diaryId) : null;
  return rows.map((row) => ({
    _id: row.id,
    targetType,
    targetId: row[TARGET_COLUMNS[targetType]]!,
    ...getContent(row, open),
    visibility: row.visibility as Visibility,
    creatorName: getShownName(names, row.created_by),
    ...getAuthorMark(row.by_clinician),
    updatedAt: row.updated_at,
    _creationTime: row.created_at,
  }));
}

/** The texts of comments of a notebook by their ids; "" when a text can't be decrypted any more. */
export async function readCommentTexts(
  db: Db,
  vault: Vault,
  diaryId: string,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom("comments as c")
    .select(["c.id", "c.content", "c.sealed"])
    .where("c.diary_id", "=", diaryId)
    .where("c.id", "in", ids)
    .execute();
  const open = rows.some((row) => row.sealed) ? await vault.opener(db, diaryId) : null;
  return new Map(rows.map((row) => [row.id, getContent(row, open).content]));
}

export type CopiedComment = Awaited<ReturnType<typeof listCommentsOn>>[number];

type Open = Awaited<ReturnType<Vault["opener"]>>;

function getContent(row: { id: string; content: string | null; sealed: Buffer | null }, open: Open | null) {
  if (row.content !== null || !row.sealed || !open) return { content: row.content ?? "", isLost: false };
  try {
    return { content: open(getBinding(row.id), row.sealed).toString("utf8"), isLost: false };
  } catch (error) {
    if (!(error instanceof CannotOpen)) throw error;
    return { content: "", isLost: true };
  }
}

const getBinding = (commentId: string) => `comment/${commentId}`;

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
    sealed: await vault.seal(db, diaryId, getBinding(id), Buffer.from(content, "utf8")),
  };
}

type NewComment = { content: string; mentions: string[]; visibility: Visibility; mailed: string[] };

/** Adds a comment. */
export async function insertComment(
  db: Db,
  vault: Vault,
  access: TargetAccess,
  id: string,
  { content, mailed, ...comment }: NewComment,
  now: Date,
): Promise<void> {
  const { diaryId, userId, role, target } = access;
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
}

/** The previous values that an edit needs: the people mentioned, and those already mailed about the comment. */
export function findComment(db: Db, access: CommentAccess) {
  return db
    .selectFrom("comments")
    .select(["mentions", "told as mailed", "version", "op_ids"])
    .where("id", "=", access.commentId)
    .where("diary_id", "=", access.diaryId)
    .executeTakeFirstOrThrow();
}

/** How many operations of outboxes a comment keeps, the last ones. */
export const OP_IDS_KEPT = 20;

export async function updateComment(
  db: Db,
  vault: Vault,
  access: CommentAccess,
  {
    content,
    mailed,
    opIds,
    ...change
  }: Pick<NewComment, "content" | "mentions" | "mailed"> & { opIds: string[] },
  now: Date,
): Promise<void> {
  await db
    .updateTable("comments")
    .set({
      ...change,
      told: mailed,
      op_ids: opIds,
      version: (eb) => eb("version", "+", 1),
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
