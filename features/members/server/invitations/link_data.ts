import type { Kysely } from "kysely";
import { createSecret } from "../../../../server/auth/link_token.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { readPerson } from "../../../../server/db/names.ts";
import { getInvitationState, type InvitationRole, maskEmail } from "../../rules/invitations.ts";
import type { InvitationAccess, VisitorAccess } from "./access.ts";
import { findLink, hashOfToken } from "./access.ts";
import { nameOfDiary, type OfferedNotebook, readOfferedNotebooks } from "./data.ts";
import { isClosed } from "./open_link_data.ts";
import { isMember, readRequest } from "./request_data.ts";

type Db = Kysely<Tables>;

/** A link's secret token and the hash that is stored. */
export function createToken() {
  const token = createSecret();
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

/** Whether an invitation is a link without an address that hasn't been used. */
export async function isOpenLink(db: Db, invitationId: string): Promise<boolean> {
  const row = await db
    .selectFrom("invitations")
    .select(["email", "status"])
    .where("id", "=", invitationId)
    .executeTakeFirst();
  return row?.email === null && row.status === "pending";
}

/**
 * An invitation as its link shows it: null for a token that never existed, all of the invitation only to its addressee,
 * and once it isn't open any more, why and whom to ask.
 */
export async function findByToken(db: Db, visitor: VisitorAccess, tokenHash: string, now: Date) {
  const link = await findLink(db, tokenHash);
  if (!link) return null;
  const made = async () => {
    const { name, isFormer } = await readPerson(db, link.made_by);
    return { name, isFormer };
  };
  const gone = async (status: "cancelled" | "expired") => ({
    _id: null,
    status,
    isForCaller: null,
    diaryId: null,
    inviter: await made(),
  });
  if (!link.invitation_id) return gone(link.ended as "cancelled" | "expired");
  const row = await db
    .selectFrom("invitations")
    .selectAll()
    .where("id", "=", link.invitation_id)
    .executeTakeFirstOrThrow();
  const status = getInvitationState(row.status, row.expires_at, now.getTime());
  const hasAddress = visitor.signedIn && row.email !== null ? visitor.email === row.email : null;
  const request = visitor.userId === null ? null : await readRequest(db, visitor.userId, row.id);
  if (status !== "pending") {
    // The person who accepted is redirected to the notebook.
    const accepted = row.accepted_by !== null && row.accepted_by === visitor.userId;
    return {
      _id: row.id,
      status,
      isForCaller: accepted || hasAddress,
      diaryId: accepted ? row.diary_id : null,
      inviter: await made(),
      request,
    };
  }
  const { diary_id: diaryId, invited_by: maker } = row;
  if (row.email === null && (await isClosed(db, { diaryId, maker }))) return gone("cancelled");
  return {
    _id: row.id,
    diaryId: row.diary_id,
    status,
    isForCaller: hasAddress,
    role: row.role as InvitationRole,
    personalMessage: row.personal_message,
    expiresAt: row.expires_at,
    _creationTime: row.created_at,
    sentTo: row.email === null ? null : maskEmail(row.email),
    letsInAtOnce: row.lets_in_at_once,
    caller: await roleOfCaller(db, visitor, row),
    email: hasAddress ? row.email : null,
    diary: (hasAddress
      ? (await readOfferedNotebooks(db, [row])).get(row.id)!
      : await nameOfDiary(db, row.diary_id)) as OfferedNotebook | { name: string },
    inviter: await readPerson(db, row.invited_by),
    request,
  };
}

/** The opener of a link without an address, where it isn't for them: its maker, or a member already; else null. */
async function roleOfCaller(
  db: Db,
  { userId }: VisitorAccess,
  invitation: { email: string | null; diary_id: string; invited_by: string },
): Promise<"inviter" | "member" | null> {
  if (userId === null || invitation.email !== null) return null;
  if (userId === invitation.invited_by) return "inviter";
  return (await isMember(db, { diaryId: invitation.diary_id, userId })) ? "member" : null;
}
