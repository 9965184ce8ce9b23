import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NotebookAccess, NotebookReadAccess } from "../../../server/access/gate.ts";
import { mayBeAssigned, type Role } from "../../../server/access/permissions.ts";
import type { Tables } from "../../../server/db/database.ts";
import { readPicturedPeople } from "../../../server/db/names.ts";
import { getPictureUrl } from "../../avatars/rules.ts";
import type { MemberAccess } from "./access.ts";
import { deleteInvitations } from "./invitations/deletion.ts";

type Db = Kysely<Tables>;

/** Bounds the list; no notebook has more members. */
const LIST_LENGTH = 1000;

/** All members of the notebook, in the order of joining. */
export async function listMembers(db: Db, access: NotebookReadAccess, baseUrl: string) {
  const rows = await db
    .selectFrom("members")
    .select(["id", "diary_id", "user_id", "role", "joined_at", "invited_by"])
    .where("diary_id", "=", access.diaryId)
    .orderBy("joined_at")
    .orderBy("id")
    .limit(LIST_LENGTH)
    .execute();
  const inviters = rows.flatMap(({ invited_by }) => invited_by ?? []);
  const people = await readPicturedPeople(db, [...rows.map(({ user_id }) => user_id), ...inviters]);
  return rows.map((row) => {
    const { avatarId, ...user } = people.get(row.user_id)!;
    return {
      _id: row.id,
      diaryId: row.diary_id,
      userId: row.user_id,
      role: row.role as Role,
      canBeAssigned: mayBeAssigned(row.role as Role),
      joinedAt: row.joined_at,
      user,
      avatarUrl: getPictureUrl(baseUrl, avatarId),
      inviter: row.invited_by === null ? null : { name: people.get(row.invited_by)!.name },
    };
  });
}

/**
 * The membership to be changed, or undefined when it is gone. Locks it and the caller's own, which gives them the
 * right: of two members who demote or remove each other at once, the second is refused. A mere reference to a
 * membership, such as a notification of a new member, doesn't wait for it: it may hold the other one.
 */
export async function findMember(db: Db, access: MemberAccess) {
  const both = await db
    .selectFrom("members")
    .select(["id", "user_id", "role"])
    .where("diary_id", "=", access.diaryId)
    .where((eb) => eb.or([eb("id", "=", access.memberId), eb("user_id", "=", access.userId)]))
    .orderBy("id")
    .forNoKeyUpdate()
    .execute();
  return both.find(({ id }) => id === access.memberId);
}

/** Changes a role. Concurrent changes conflict on the row, and the second one is retried. */
export async function updateRole(db: Db, access: MemberAccess, role: Exclude<Role, "owner">): Promise<void> {
  await db
    .updateTable("members")
    .set({ role })
    .where("id", "=", access.memberId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Makes the member the owner and the caller an admin; the caller first, since a notebook never has two owners. */
export async function transferOwnership(db: Db, access: MemberAccess): Promise<void> {
  await db
    .updateTable("members")
    .set({ role: "admin" })
    .where("diary_id", "=", access.diaryId)
    .where("user_id", "=", access.userId)
    .execute();
  await db
    .updateTable("members")
    .set({ role: "owner" })
    .where("id", "=", access.memberId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Ends the caller's own membership; returns its id. */
export async function deleteOwnMembership(db: Db, access: NotebookAccess): Promise<string> {
  const { id } = await db
    .deleteFrom("members")
    .where("diary_id", "=", access.diaryId)
    .where("user_id", "=", access.userId)
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

export async function deleteMember(db: Db, access: MemberAccess): Promise<void> {
  await db
    .deleteFrom("members")
    .where("id", "=", access.memberId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Deletes the open invitations to a person who is removed; returns their ids. */
export async function deleteInvitationsTo(db: Db, access: MemberAccess, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("invitations")
    .select("id")
    .where("diary_id", "=", access.diaryId)
    .where("status", "=", sql.lit("pending"))
    .where("email", "=", (eb) => eb.selectFrom("users").select("email").where("id", "=", userId))
    .forUpdate()
    .execute();
  const ids = rows.map((row) => row.id);
  await deleteInvitations(db, access.diaryId, ids, "cancelled");
  return ids;
}

/**
 * Adds a member for the operator's command line, which has no caller to check. Returns false for an existing member.
 */
export async function insertMember(
  db: Db,
  member: { diaryId: string; userId: string; role: Exclude<Role, "owner"> },
): Promise<boolean> {
  const inserted = await db
    .insertInto("members")
    .values({ id: uuidv7(), diary_id: member.diaryId, user_id: member.userId, role: member.role })
    .onConflict((conflict) => conflict.columns(["diary_id", "user_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted !== undefined;
}
