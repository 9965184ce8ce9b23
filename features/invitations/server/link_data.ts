import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { readPerson } from "../../../server/db/names.ts";
import { type InvitationRole, invitationState, maskEmail } from "../rules.ts";
import type { InvitationAccess, VisitorAccess } from "./access.ts";
import { findLink, hashOfToken } from "./access.ts";
import { nameOfDiary, type OfferedNotebook, offeredNotebooks } from "./data.ts";
import { requestOf } from "./request_data.ts";

type Db = Kysely<Tables>;

/** A link's secret token and the hash that is stored. */
export function newToken() {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashOfToken(token) };
}

/** Adds a link to an invitation; its existing ones stay valid. */
export async function insertLink(
  db: Db,
  access: Pick<InvitationAccess, "diaryId" | "userId" | "invitationId">,
  tokenHash: string,
  now: Date,
): Promise<void> {
  await db
    .insertInto("invitation_links")
    .values({
      token_hash: tokenHash,
      diary_id: access.diaryId,
      invitation_id: access.invitationId,
      made_by: access.userId,
      created_at: now,
    })
    .execute();
}

/** The number of an invitation's links. */
export async function countLinks(db: Db, { diaryId, invitationId }: InvitationAccess): Promise<number> {
  const { count } = await db
    .selectFrom("invitation_links")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("diary_id", "=", diaryId)
    .where("invitation_id", "=", invitationId)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * What a link shows: null for a token that never existed, all of the invitation only to its addressee, and once it
 * isn't open any more, why and whom to ask.
 */
export async function findByToken(db: Db, visitor: VisitorAccess, tokenHash: string, now: Date) {
  const link = await findLink(db, tokenHash);
  if (!link) return null;
  const maker = async () => {
    const { name, isFormer } = await readPerson(db, link.made_by);
    return { name, isFormer };
  };
  if (!link.invitation_id) {
    return {
      _id: null,
      status: link.ended as "cancelled" | "expired",
      isForCaller: null,
      diaryId: null,
      inviter: await maker(),
    };
  }
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", link.invitation_id)
    .executeTakeFirstOrThrow();
  const status = invitationState(row.status, row.expires_at, now.getTime());
  const hasAddress = visitor.signedIn ? visitor.email === row.email : null;
  if (status !== "pending") {
    // The person who accepted is redirected to the notebook.
    const accepted = row.accepted_by !== null && row.accepted_by === visitor.userId;
    return {
      _id: row.id,
      status,
      isForCaller: accepted || hasAddress,
      diaryId: accepted ? row.diary_id : null,
      inviter: await maker(),
    };
  }
  return {
    _id: row.id,
    diaryId: row.diary_id,
    status,
    isForCaller: hasAddress,
    role: row.role as InvitationRole,
    personalMessage: row.personal_message,
    expiresAt: row.expires_at,
    _creationTime: row.created_at,
    sentTo: maskEmail(row.email),
    email: hasAddress ? row.email : null,
    diary: (hasAddress
      ? (await offeredNotebooks(db, [row])).get(row.id)!
      : await nameOfDiary(db, row.diary_id)) as OfferedNotebook | { name: string },
    inviter: await readPerson(db, row.invited_by),
    request: visitor.userId === null ? null : await requestOf(db, visitor.userId, row.id),
  };
}
