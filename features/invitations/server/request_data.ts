import type { Kysely } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NotebookReadAccess } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import { shownName } from "../../../server/db/names.ts";
import { type InvitationRole, MAX_REQUESTS } from "../rules.ts";
import type { JoinRequestAccess, LinkHolderAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** The state of somebody's request by an invitation, or null when they made none. */
export async function requestOf(
  db: Db,
  userId: string,
  invitationId: string,
): Promise<"waiting" | "declined" | null> {
  const request = await db
    .selectFrom("join_requests")
    .select("declined_at")
    .where("user_id", "=", userId)
    .where("invitation_id", "=", invitationId)
    .executeTakeFirst();
  if (!request) return null;
  return request.declined_at === null ? "waiting" : "declined";
}

/** The unanswered requests, oldest first, with their invitations. Times are epoch ms. */
export async function listRequests(db: Db, { diaryId }: NotebookReadAccess) {
  const rows = await db
    .selectFrom("join_requests as r")
    .innerJoin("invitations as i", "i.id", "r.invitation_id")
    .select([
      "r.id",
      "r.user_id",
      "r.created_at",
      "i.id as invitation_id",
      "i.email",
      "i.role",
      "i.expires_at",
    ])
    .where("r.diary_id", "=", diaryId)
    .where("i.diary_id", "=", diaryId)
    .where("r.declined_at", "is", null)
    .where("i.status", "=", "pending")
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(LIST_LENGTH)
    .execute();
  const people = await requesters(
    db,
    rows.map((row) => row.user_id),
  );
  return rows.map((row) => ({
    _id: row.id,
    _creationTime: row.created_at,
    user: people.get(row.user_id)!,
    invitation: {
      _id: row.invitation_id,
      email: row.email,
      role: row.role as InvitationRole,
      expiresAt: row.expires_at,
    },
  }));
}

type Asker = { name: string; email: string; emailVerified: boolean };

/** The person and whether their address is verified; an unverified one may be anybody's. */
async function requesters(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, Asker>();
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email", "email_verified", "deleted_at"])
    .where("id", "in", userIds)
    .execute();
  return new Map<string, Asker>(
    users.map((user) => [
      user.id,
      { name: shownName(user), email: user.email, emailVerified: user.email_verified },
    ]),
  );
}

/** Bounds the list; no notebook has more requests. */
const LIST_LENGTH = 100;

/** Whether somebody is a member of the notebook. */
export async function isMember(db: Db, { diaryId, userId }: { diaryId: string; userId: string }) {
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member !== undefined;
}

/** Whether the invitation has reached its limit of unanswered requests. */
export async function hasTooManyRequests(
  db: Db,
  { diaryId, invitationId }: LinkHolderAccess,
): Promise<boolean> {
  const { count } = await db
    .selectFrom("join_requests")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("diary_id", "=", diaryId)
    .where("invitation_id", "=", invitationId)
    .where("declined_at", "is", null)
    .executeTakeFirstOrThrow();
  return count >= MAX_REQUESTS;
}

/** Stores a request; returns its id, or null when the person has requested to join by this invitation before. */
export async function insertRequest(db: Db, access: LinkHolderAccess, now: Date): Promise<string | null> {
  const inserted = await db
    .insertInto("join_requests")
    .values({
      id: uuidv7(),
      diary_id: access.diaryId,
      invitation_id: access.invitationId,
      user_id: access.userId,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(["invitation_id", "user_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** The person behind an unanswered request, which is locked; undefined when somebody else has answered it. */
export async function lockRequest(
  db: Db,
  access: JoinRequestAccess,
): Promise<{ userId: string } | undefined> {
  const row = await db
    .selectFrom("join_requests")
    .select("user_id")
    .where("id", "=", access.requestId)
    .where("diary_id", "=", access.diaryId)
    .where("declined_at", "is", null)
    .forUpdate()
    .executeTakeFirst();
  return row && { userId: row.user_id };
}

export async function declineRequest(db: Db, access: JoinRequestAccess, now: Date): Promise<void> {
  await db
    .updateTable("join_requests")
    .set({ declined_at: now as never })
    .where("id", "=", access.requestId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}
