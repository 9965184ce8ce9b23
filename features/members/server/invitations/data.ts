import { createHash } from "node:crypto";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { NotebookAccess, NotebookReadAccess } from "../../../../server/access/gate.ts";
import { toReaderWithRole } from "../../../../server/access/visibility.ts";
import { consume } from "../../../../server/auth/limits.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getNameToShow, readPeople, readPerson } from "../../../../server/db/names.ts";
import { serializeTransactions } from "../../../../server/db/turns.ts";
import {
  COUNTS,
  countMembers,
  countNotes,
  getNewestChange,
  getNewestChanges,
} from "../../../notebooks/server/public.ts";
import {
  type InvitationRole,
  LINK_VALID_MS,
  MAX_PENDING,
  MAX_SENT_TO_ADDRESS,
  VALID_MS,
} from "../../rules/invitations.ts";
import type { AddressAccess, InvitationAccess, InviteeAccess } from "./access.ts";
import { deleteInvitations } from "./deletion.ts";
import { mayInvite } from "./open_link_data.ts";

type Db = Kysely<Tables>;

/** Bounds the list; nobody has more pending invitations. */
const LIST_LENGTH = 100;

/** A timestamp column accepts a Date; reading it gives a number. */
const at = (time: Date) => sql<number>`${time}`;

/** A literal: with a parameter, PostgreSQL couldn't match the partial indexes of pending invitations. */
const PENDING = sql.lit("pending");

const isOpen = (eb: ExpressionBuilder<Tables, "invitations">) =>
  eb.and([eb("status", "=", PENDING), eb("expires_at", ">", sql<number>`now()`)]);

/** The pending, unexpired invitations of a notebook to addresses, newest first. Times are epoch ms. */
export async function listOfNotebook(db: Db, access: NotebookReadAccess) {
  const rows = await db
    .selectFrom("invitations")
    .selectAll()
    .where("diary_id", "=", access.diaryId)
    .where("email", "is not", null)
    .where(isOpen)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(MAX_PENDING)
    .execute();
  if (rows.length === 0) return [];
  const diary = await db
    .selectFrom("diaries")
    .select(["name", "description"])
    .where("id", "=", access.diaryId)
    .executeTakeFirstOrThrow();
  const inviters = await readPeople(
    db,
    rows.map((row) => row.invited_by),
  );
  return rows.map((row) => ({
    ...toInvitation(row),
    lastSentAt: row.last_sent_at,
    withoutLetter: row.without_letter,
    diary,
    inviter: inviters.get(row.invited_by)!,
  }));
}

/**
 * The pending, unexpired invitations to a verified address, newest first, with the content that the offered role would
 * see.
 */
export async function listOfAddress(db: Db, { email }: AddressAccess) {
  if (email === null) return [];
  const rows = await db
    .selectFrom("invitations")
    .selectAll()
    .where("email", "=", email)
    .where(isOpen)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(LIST_LENGTH)
    .execute();
  const diaries = await readOfferedNotebooks(db, rows);
  const inviters = await readPeople(
    db,
    rows.map((row) => row.invited_by),
  );
  return rows.map((row) => ({
    ...toInvitation(row),
    diary: diaries.get(row.id)!,
    inviter: inviters.get(row.invited_by)!,
  }));
}

/** The notebook's name. */
export const nameOfDiary = (db: Db, diaryId: string) =>
  db.selectFrom("diaries").select("name").where("id", "=", diaryId).executeTakeFirstOrThrow();

/** The notebooks of invitations, by invitation id. Counts and times include only content that the offered role sees. */
export async function readOfferedNotebooks(db: Db, invitations: readonly { id: string; diary_id: string }[]) {
  if (invitations.length === 0) return new Map<string, OfferedNotebook>();
  const rows = await notebookRows(db, invitations);
  return new Map(rows.map((row) => [row.invitation_id, toNotebook(row)]));
}

/** Each table has its own alias, so that dependency tracking limits the scopes to these notebooks. */
function notebookRows(db: Db, invitations: readonly { id: string; diary_id: string }[]) {
  // As the invitee will see it after accepting; nothing in it is theirs yet.
  const reader = toReaderWithRole("i.role", null);
  return db
    .selectFrom("diaries as d")
    .innerJoin("person_infos as p", "p.diary_id", "d.id")
    .innerJoin("invitations as i", "i.diary_id", "d.id")
    .innerJoinLateral(
      (eb) => countMembers(eb).as("team"),
      (join) => join.onTrue(),
    )
    .innerJoinLateral(
      (eb) => countNotes(eb, reader).as("written"),
      (join) => join.onTrue(),
    )
    .select((eb) => [
      "i.id as invitation_id",
      "d.name",
      "d.description",
      "d.updated_at",
      "p.full_name",
      ...COUNTS,
      ...getNewestChanges(eb, reader),
    ])
    .where("d.id", "in", [...new Set(invitations.map((invitation) => invitation.diary_id))])
    .where(
      "i.id",
      "in",
      invitations.map((invitation) => invitation.id),
    )
    .execute();
}

export type OfferedNotebook = ReturnType<typeof toNotebook>;

function toNotebook(row: Awaited<ReturnType<typeof notebookRows>>[number]) {
  return {
    name: row.name,
    description: row.description,
    fullName: row.full_name,
    memberCount: row.member_count,
    noteCount: row.note_count,
    updatedAt: getNewestChange(row),
  };
}

type Row = {
  id: string;
  diary_id: string;
  role: string;
  /** Not null in the lists of invitations to addresses. */
  email: string | null;
  personal_message: string;
  status: string;
  expires_at: number;
  created_at: number;
};

function toInvitation(row: Row) {
  return {
    _id: row.id,
    diaryId: row.diary_id,
    email: row.email!,
    role: row.role as InvitationRole,
    personalMessage: row.personal_message,
    status: row.status as "pending" | "accepted" | "declined",
    expiresAt: row.expires_at,
    _creationTime: row.created_at,
  };
}

/** The reasons against inviting an address to a notebook. An expired invitation isn't one. */
export async function findObstacle(
  db: Db,
  { diaryId }: NotebookAccess,
  email: string,
  now: Date,
): Promise<"member" | "pending" | null> {
  if (await isMember(db, diaryId, email)) return "member";
  const pending = await db
    .selectFrom("invitations")
    .select("id")
    .where("diary_id", "=", diaryId)
    .where("email", "=", email)
    .where("status", "=", PENDING)
    .where("expires_at", ">", at(now))
    .executeTakeFirst();
  return pending ? "pending" : null;
}

async function isMember(db: Db, diaryId: string, email: string): Promise<boolean> {
  const member = await db
    .selectFrom("members as m")
    .innerJoin("users as u", "u.id", "m.user_id")
    .select("m.id")
    .where("m.diary_id", "=", diaryId)
    .where("u.email", "=", email)
    .executeTakeFirst();
  return member !== undefined;
}

/**
 * Serializes invitations into a notebook or by one person: under REPEATABLE READ the second of two concurrent ones is
 * retried and counts the first, so that no limit is exceeded.
 * @param id of the notebook or the person; the notebook's first, to avoid deadlocks
 */
export const lockInvitations = (db: Db, id: string): Promise<void> =>
  serializeTransactions(db, "invitation_turns", id);

/** The number of pending invitations into the notebook. */
export async function countPending(db: Db, { diaryId }: NotebookAccess, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom("invitations")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("diary_id", "=", diaryId)
    .where("status", "=", PENDING)
    .where("expires_at", ">", at(now))
    .executeTakeFirstOrThrow();
  return count;
}

/** The number of invitations that the caller has sent since a time, over all notebooks, including cancelled ones. */
export async function countSent(db: Db, { userId }: NotebookAccess, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom("audit_events")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("actor_id", "=", userId)
    .where("event_type", "in", ["invitation.created", "invitation.resent"])
    .where("created_at", ">", at(since))
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Counts an invitation to an address, over all senders and notebooks; false when the limit is exceeded. Cancelled ones
 * count too; the address itself isn't stored.
 */
export async function countToAddress(db: Db, { userId }: NotebookAccess, email: string): Promise<boolean> {
  const { byOne, byAll } = MAX_SENT_TO_ADDRESS;
  const digest = createHash("sha256").update(email).digest("base64url");
  const own = await consume(db, `invited|${userId}|${digest}`, { window: DAY_SECONDS, max: byOne });
  if (!own.allowed) return false;
  return (await consume(db, `invited|${digest}`, { window: DAY_SECONDS, max: byAll })).allowed;
}

const DAY_SECONDS = 24 * 60 * 60;

type NewInvitation = {
  email: string;
  role: InvitationRole;
  personalMessage: string;
  /** The address wants no letters. */
  withoutLetter: boolean;
};

/** Inserts an invitation or replaces an expired one; returns its id. */
export async function insertInvitation(
  db: Db,
  access: NotebookAccess,
  { email, role, personalMessage, withoutLetter }: NewInvitation,
  now: Date,
): Promise<string> {
  const expired = await db
    .selectFrom("invitations")
    .select("id")
    .where("diary_id", "=", access.diaryId)
    .where("email", "=", email)
    .where("status", "=", PENDING)
    .where("expires_at", "<=", at(now))
    .execute();
  await deleteInvitations(
    db,
    access.diaryId,
    expired.map((row) => row.id),
    "expired",
  );
  const { id } = await db
    .insertInto("invitations")
    .values({
      id: uuidv7(),
      diary_id: access.diaryId,
      email,
      role,
      personal_message: personalMessage,
      without_letter: withoutLetter,
      expires_at: new Date(now.getTime() + VALID_MS),
      invited_by: access.userId,
      created_at: now,
      last_sent_at: now,
    })
    // A concurrent invitation makes this a conflict, which is retried.
    .onConflict((conflict) =>
      conflict.columns(["diary_id", "email"]).where("status", "=", PENDING).doNothing(),
    )
    .returning("id")
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * An invitation to be changed, with its notebook's name. Locks in the same order as the deletion of a notebook and the
 * removal of a member do, to avoid deadlocks. Undefined when it is gone.
 *
 * A link without an address is closed (`isClosed`) while its notebook is archived or its maker may not invite. Their
 * membership stays locked until the commit, so that of a removal and an acceptance at once one sees the other.
 */
export async function lockInvitation(
  db: Db,
  { diaryId, invitationId, linkMaker }: Pick<InvitationAccess, "diaryId" | "invitationId" | "linkMaker">,
) {
  const diary = await db
    .selectFrom("diaries")
    .select(["name", "short_id", "is_archived"])
    .where("id", "=", diaryId)
    .forKeyShare()
    .executeTakeFirst();
  const maker =
    linkMaker === null
      ? undefined
      : await db
          .selectFrom("members")
          .select("role")
          .where("diary_id", "=", diaryId)
          .where("user_id", "=", linkMaker)
          .forShare()
          .executeTakeFirst();
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", invitationId)
    .where("diary_id", "=", diaryId)
    .forUpdate()
    .executeTakeFirst();
  if (!diary || !row) return undefined;
  const isClosed = linkMaker !== null && (diary.is_archived || !mayInvite(maker?.role));
  return { ...row, diaryName: diary.name, diaryShortId: diary.short_id, isClosed };
}

/** Extends an invitation: 14 days for one to an address, 7 for a link. `sent` also records that it was sent again. */
export async function renewInvitation(
  db: Db,
  access: InvitationAccess,
  { sent }: { sent: boolean },
  now: Date,
): Promise<void> {
  const validMs = access.linkMaker === null ? VALID_MS : LINK_VALID_MS;
  await db
    .updateTable("invitations")
    .set({
      expires_at: new Date(now.getTime() + validMs),
      ...(sent && { last_sent_at: now }),
    })
    .where("id", "=", access.invitationId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

export const cancelInvitation = (db: Db, { diaryId, invitationId }: InvitationAccess): Promise<void> =>
  deleteInvitations(db, diaryId, [invitationId], "cancelled");

/** Stores the answer to an invitation. `userId` is the new member, whose joining closes all requests to join by it. */
export async function answerInvitation(
  db: Db,
  access: Pick<InvitationAccess, "diaryId" | "invitationId" | "userId">,
  status: "accepted" | "declined",
  now: Date,
): Promise<void> {
  await db
    .deleteFrom("join_requests")
    .where("diary_id", "=", access.diaryId)
    .where("invitation_id", "=", access.invitationId)
    .execute();
  await db
    .updateTable("invitations")
    .set({ status, responded_at: now, accepted_by: status === "accepted" ? access.userId : null })
    .where("id", "=", access.invitationId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}

/** Ends a link without an address because its holder wasn't let in; their refused requests stay with it. */
export async function endByRefusal(
  db: Db,
  { diaryId, invitationId }: Pick<InvitationAccess, "diaryId" | "invitationId">,
  now: Date,
): Promise<void> {
  await db
    .updateTable("invitations")
    .set({ status: "declined", responded_at: now })
    .where("id", "=", invitationId)
    .where("diary_id", "=", diaryId)
    .execute();
}

/** Adds a member; returns the membership's id, or null for an existing member, who keeps their role. */
export async function insertMember(
  db: Db,
  access: Pick<InviteeAccess, "diaryId" | "userId">,
  { role, invitedBy }: { role: string; invitedBy: string },
  now: Date,
): Promise<string | null> {
  const inserted = await db
    .insertInto("members")
    .values({
      id: uuidv7(),
      diary_id: access.diaryId,
      user_id: access.userId,
      role,
      invited_by: invitedBy,
      joined_at: now,
    })
    .onConflict((conflict) => conflict.columns(["diary_id", "user_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** A person's name for a mail. */
export async function nameOfPerson(db: Db, { userId }: { userId: string }): Promise<string> {
  return (await readPerson(db, userId)).name;
}

/** The inviter's name, and the language of the letter: that of the address's account, else the inviter's. */
export async function readInviter(
  db: Db,
  { userId }: { userId: string },
  email: string,
): Promise<{ inviter: string; language: string | null }> {
  const { language, ...user } = await db
    .selectFrom("users as u")
    .select(["u.name", "u.deleted_at"])
    .select(({ fn, selectFrom }) =>
      fn
        .coalesce(
          selectFrom("users as i")
            .select("i.language")
            .where("i.email", "=", email)
            .where("i.email_verified", "=", true)
            .where("i.language", "is not", null)
            .orderBy("i.created_at")
            .limit(1),
          "u.language",
        )
        .as("language"),
    )
    .where("u.id", "=", userId)
    .executeTakeFirstOrThrow();
  return { inviter: getNameToShow(user), language };
}

export async function nameOfNotebook(db: Db, { diaryId }: NotebookAccess): Promise<string> {
  return (await nameOfDiary(db, diaryId)).name;
}
