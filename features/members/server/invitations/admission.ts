import type { Kysely } from "kysely";
import type { Newcomer } from "../../../../server/auth/auth_provider.ts";
import { consume } from "../../../../server/auth/limits.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { getInvitationState, LINK_VALID_MS } from "../../rules/invitations.ts";
import { findLink, hashOfToken } from "./access.ts";
import { isClosed } from "./open_link_data.ts";

/** The page of an invitation, under both of its addresses. */
const PAGE = /^\/(?:invitations\/([\w-]{1,200})\/accept|invitation\/([\w-]{1,200}))$/;

/** An open link is for one person; some mistype their address, and families may share a link. */
const MAX_NEWCOMERS = 10;

/**
 * Whether a newcomer has the link of an invitation that is still open: one without an address, or one to the address
 * that they typed.
 */
export async function admitsInvited(db: Kysely<Tables>, { path, email, mode }: Newcomer): Promise<boolean> {
  const [, long, short] = PAGE.exec(path) ?? [];
  const token = long ?? short;
  if (mode === "closed" || token === undefined) return false;
  const link = await findLink(db, hashOfToken(token));
  if (!link?.invitation_id) return false;
  const invitation = await db
    .selectFrom("invitations")
    .select(["email", "status", "expires_at", "diary_id", "invited_by"])
    .where("id", "=", link.invitation_id)
    .executeTakeFirstOrThrow();
  if (getInvitationState(invitation.status, invitation.expires_at, Date.now()) !== "pending") return false;
  if (invitation.email !== null) return invitation.email === email;
  if (await isClosed(db, { diaryId: invitation.diary_id, maker: invitation.invited_by })) return false;
  const limit = { window: LINK_VALID_MS / 1000, max: MAX_NEWCOMERS };
  return (await consume(db, `newcomers|${link.invitation_id}`, limit)).allowed;
}
