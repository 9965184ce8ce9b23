import type { Kysely } from "kysely";
import { sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NotebookAccess, NotebookReadAccess } from "../../../../server/access/gate.ts";
import { may, type Role } from "../../../../server/access/permissions.ts";
import { consume } from "../../../../server/auth/limits.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { readPeople } from "../../../../server/db/names.ts";
import { type InvitationRole, LINK_VALID_MS, MAX_PENDING } from "../../rules/invitations.ts";

type Db = Kysely<Tables>;

/** Whether a role may invite; false without a membership. A link without an address depends on it. */
export const mayInvite = (role: string | undefined): boolean =>
  role !== undefined && may(role as Role, "members.invite");

// A literal, so that PostgreSQL matches the partial indexes.
const PENDING = sql.lit("pending");

/** The open links of a notebook without an address, newest first. */
export async function listOpenLinks(db: Db, access: NotebookReadAccess) {
  const rows = await db
    .selectFrom("invitations")
    .select([
      "id",
      "diary_id",
      "role",
      "for_name",
      "lets_in_at_once",
      "invited_by",
      "expires_at",
      "created_at",
    ])
    .where("diary_id", "=", access.diaryId)
    .where("email", "is", null)
    .where("status", "=", PENDING)
    .where("expires_at", ">", sql<number>`now()`)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_PENDING)
    .execute();
  const makers = await readPeople(
    db,
    rows.map((row) => row.invited_by),
  );
  return rows.map((row) => ({
    _id: row.id,
    diaryId: row.diary_id,
    role: row.role as InvitationRole,
    forName: row.for_name,
    letsInAtOnce: row.lets_in_at_once,
    inviter: { ...makers.get(row.invited_by)!, userId: row.invited_by },
    expiresAt: row.expires_at,
    _creationTime: row.created_at,
  }));
}

type NewLink = { role: InvitationRole; forName: string; letsInAtOnce: boolean };

/** Inserts an invitation without an address; returns its id. */
export async function insertOpenInvitation(
  db: Db,
  access: NotebookAccess,
  { role, forName, letsInAtOnce }: NewLink,
  now: Date,
): Promise<string> {
  const { id } = await db
    .insertInto("invitations")
    .values({
      id: uuidv7(),
      diary_id: access.diaryId,
      email: null,
      role,
      for_name: forName,
      lets_in_at_once: letsInAtOnce,
      expires_at: new Date(now.getTime() + LINK_VALID_MS),
      invited_by: access.userId,
      created_at: now,
      last_sent_at: now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/** The number of open links without an address that the caller has in the notebook. */
export async function countOpenLinks(db: Db, access: NotebookAccess, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("diary_id", "=", access.diaryId)
    .where("invited_by", "=", access.userId)
    .where("email", "is", null)
    .where("status", "=", PENDING)
    .where("expires_at", ">", sql<number>`${now}`)
    .executeTakeFirstOrThrow();
  return count;
}

export async function isArchived(db: Db, { diaryId }: NotebookAccess): Promise<boolean> {
  const diary = await db
    .selectFrom("diaries")
    .select("is_archived")
    .where("id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return diary.is_archived;
}

/** Whether a link without an address is closed, because its notebook is archived or its maker may not invite now. */
export async function isClosed(db: Db, { diaryId, maker }: { diaryId: string; maker: string }) {
  const diary = await db
    .selectFrom("diaries")
    .select("is_archived")
    .where("id", "=", diaryId)
    .executeTakeFirstOrThrow();
  if (diary.is_archived) return true;
  const member = await db
    .selectFrom("members")
    .select("role")
    .where("diary_id", "=", diaryId)
    .where("user_id", "=", maker)
    .executeTakeFirst();
  return !mayInvite(member?.role);
}

/** Whether the person is known to have opened the link of this invitation before. */
export async function hasOpened(
  db: Db,
  { userId, invitationId }: { userId: string; invitationId: string },
): Promise<boolean> {
  const event = await db
    .selectFrom("audit_events")
    .select("id")
    .where("actor_id", "=", userId)
    .where("event_type", "=", "invitation.opened")
    .where("target_id", "=", invitationId)
    .limit(1)
    .executeTakeFirst();
  return event !== undefined;
}

/** Counts a link that opens nothing; false when a person has tried too many in an hour. */
export const countWrongLink = async (db: Db, userId: string): Promise<boolean> =>
  (await consume(db, `wrongLink|${userId}`, { window: 3600, max: MAX_WRONG_LINKS })).allowed;

const MAX_WRONG_LINKS = 30;

/** The address and language of an invitation's maker, if they may still answer requests by it and it is verified. */
export async function findMakerToNotify(
  db: Db,
  { diaryId, invitedBy }: { diaryId: string; invitedBy: string },
): Promise<{ to: string; language: string | null } | null> {
  const maker = await db
    .selectFrom("members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select(["m.role", "u.email", "u.email_verified", "u.language"])
    .where("m.diary_id", "=", diaryId)
    .where("m.user_id", "=", invitedBy)
    .executeTakeFirst();
  if (!maker || !mayInvite(maker.role) || !maker.email_verified || maker.email === "") return null;
  return { to: maker.email, language: maker.language };
}
