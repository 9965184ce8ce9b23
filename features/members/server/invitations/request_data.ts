import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NotebookReadAccess } from "../../../../server/access/gate.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getNameToShow } from "../../../../server/db/names.ts";
import { type InvitationRole, MAX_REQUESTS } from "../../rules/invitations.ts";
import type { JoinRequestAccess, LinkHolderAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** The state of a user's request by an invitation, or null without one. */
export async function readRequest(
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

/** The unanswered requests in a notebook, oldest first, with their invitations. Times are epoch ms. */
export const listRequests = async (db: Db, { diaryId }: NotebookReadAccess) =>
  (await readRequests(db, [diaryId])).map(({ diaryId: _, ...request }) => request);

/** The unanswered requests in notebooks, oldest first. Without people who have become members by other ways. */
export async function readRequests(db: Db, diaryIds: readonly string[]) {
  if (diaryIds.length === 0) return [];
  const rows = await db
    .selectFrom("join_requests as r")
    .innerJoin("invitations as i", "i.id", "r.invitation_id")
    .select([
      "r.id",
      "r.diary_id",
      "r.user_id",
      "r.created_at",
      "i.id as invitation_id",
      "i.email",
      "i.for_name",
      "i.role",
      "i.expires_at",
      "i.invited_by",
    ])
    .where("r.diary_id", "in", diaryIds)
    .where("i.diary_id", "in", diaryIds)
    .where("r.declined_at", "is", null)
    .where("i.status", "=", "pending")
    .where("i.expires_at", ">", sql<number>`now()`)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("members as m")
            .select("m.id")
            .where("m.diary_id", "in", diaryIds)
            .whereRef("m.diary_id", "=", "r.diary_id")
            .whereRef("m.user_id", "=", "r.user_id"),
        ),
      ),
    )
    .orderBy("r.created_at")
    .orderBy("r.id")
    .limit(LIST_LENGTH)
    .execute();
  const people = await peopleWhoAsk(db, [
    ...rows.map((row) => row.user_id),
    ...rows.map((row) => row.invited_by),
  ]);
  return rows.map((row) => ({
    _id: row.id,
    _creationTime: row.created_at,
    diaryId: row.diary_id,
    user: people.get(row.user_id)!,
    invitation: {
      _id: row.invitation_id,
      email: row.email,
      forName: row.for_name,
      role: row.role as InvitationRole,
      expiresAt: row.expires_at,
      inviter: { name: people.get(row.invited_by)!.name },
    },
  }));
}

type Asker = { name: string; email: string; emailVerified: boolean };

/** People and whether their address is verified; an unverified one may be anybody's. */
async function peopleWhoAsk(db: Db, userIds: readonly string[]) {
  if (userIds.length === 0) return new Map<string, Asker>();
  const users = await db
    .selectFrom("users")
    .select(["id", "name", "email", "email_verified", "deleted_at"])
    .where("id", "in", [...new Set(userIds)])
    .execute();
  return new Map<string, Asker>(
    users.map((user) => [
      user.id,
      { name: getNameToShow(user), email: user.email, emailVerified: user.email_verified },
    ]),
  );
}

/** Bounds the list; no notebook has more requests. */
const LIST_LENGTH = 100;

/** Whether a user is a member of the notebook. */
export async function isMember(db: Db, { diaryId, userId }: { diaryId: string; userId: string }) {
  const member = await db
    .selectFrom("members")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Whether the invitation has reached its limit of requests: of unanswered ones or, for a link without an address, which
 * many people may have got, of all.
 */
export async function hasTooManyRequests(
  db: Db,
  { diaryId, invitationId, linkMaker }: LinkHolderAccess,
): Promise<boolean> {
  let requests = db
    .selectFrom("join_requests")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("diary_id", "=", diaryId)
    .where("invitation_id", "=", invitationId);
  if (linkMaker === null) requests = requests.where("declined_at", "is", null);
  return (await requests.executeTakeFirstOrThrow()).count >= MAX_REQUESTS;
}

/** Whether a request by an invitation still waits. */
export async function isAwaited(
  db: Db,
  { diaryId, invitationId }: { diaryId: string; invitationId: string },
): Promise<boolean> {
  const request = await db
    .selectFrom("join_requests")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("invitation_id", "=", invitationId)
    .where("declined_at", "is", null)
    .limit(1)
    .executeTakeFirst();
  return request !== undefined;
}

/** Deletes a user's own unanswered request; returns its id. */
export async function withdrawRequest(
  db: Db,
  { diaryId, invitationId, userId }: { diaryId: string; invitationId: string; userId: string },
): Promise<string | null> {
  const deleted = await db
    .deleteFrom("join_requests")
    .where("diary_id", "=", diaryId)
    .where("invitation_id", "=", invitationId)
    .where("user_id", "=", userId)
    .where("declined_at", "is", null)
    .returning("id")
    .executeTakeFirst();
  return deleted?.id ?? null;
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

/** The person behind an unanswered request, which is locked; undefined when another member has answered it. */
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
