import type { Kysely } from "kysely";
import { CareError } from "../../../../lib/errors.ts";
import { isFullId } from "../../../../lib/ids.ts";
import {
  type AccessRule,
  admit,
  authenticated,
  type Caller,
  denied,
  hasSession,
  knownPerson,
  membership,
  type NotebookAccess,
  readMemberships,
} from "../../../../server/access/gate.ts";
import { may } from "../../../../server/access/permissions.ts";
import { hashOfSecret } from "../../../../server/auth/link_token.ts";
import type { Tables } from "../../../../server/db/database.ts";

declare const proven: unique symbol;

type OnInvitation = { invitationId: string };
type ByToken = { token: string };

/** The right to manage one invitation of a notebook. */
export type InvitationAccess = NotebookAccess & {
  readonly invitationId: string;
  /** See {@link getMaker}. */
  readonly linkMaker: string | null;
};

/** The right to answer an invitation; whether it is still open is checked separately. */
export type InviteeAccess = {
  readonly [proven]: "invitee";
  readonly diaryId: string;
  readonly userId: string;
  readonly invitationId: string;
  /** See {@link getMaker}. */
  readonly linkMaker: string | null;
};

/** A person's verified address, or null. */
export type AddressAccess = { readonly [proven]: "address"; readonly email: string | null };

/** A visitor who opens a link. `email` is the address in their token, verified or not. */
export type VisitorAccess = {
  readonly signedIn: boolean;
  readonly email: string | null;
  /** Null for a visitor who isn't signed in or has no user record yet. */
  readonly userId: string | null;
};

/** Access of the holder of an invitation's link; whether it is still open is checked separately. */
export type LinkHolderAccess = {
  readonly [proven]: "linkHolder";
  readonly diaryId: string;
  readonly userId: string;
  readonly email: string | null;
  readonly invitationId: string;
  /** See {@link getMaker}. */
  readonly linkMaker: string | null;
};

/** The notebooks into which the caller may invite. */
export type ArrivalsAccess = {
  readonly [proven]: "arrivals";
  readonly userId: string;
  readonly diaryIds: readonly string[];
};

/** The right to answer one request to join a notebook. */
export type JoinRequestAccess = InvitationAccess & { readonly requestId: string };

/** The stored hash of a link's token. */
export const hashOfToken = (token: string): string => hashOfSecret(token).toString("hex");

const SIGNED_OUT = { signedIn: false, email: null, userId: null } as const;

/** Showing an invitation to a holder of its link, signed in or not. */
export const maySeeInvitation = (): AccessRule<unknown, VisitorAccess> => ({
  action: "anyone",
  async resolve(caller) {
    const { db, identity } = caller;
    if (!identity) return SIGNED_OUT;
    const user = await db
      .selectFrom("users")
      .select(["id", hasSession(caller).as("has_session")])
      .where("clerk_user_id", "=", identity.subject)
      .executeTakeFirst();
    if (user && !user.has_session) return SIGNED_OUT;
    return { signedIn: true, email: identity.email, userId: user?.id ?? null };
  },
});

/**
 * The caller with the address that their invitations go to: the one in their token, as long as their record has it. A
 * token stays valid for some minutes after the account got another address.
 */
async function addressee(
  caller: Caller,
): Promise<{ userId: string; email: string | null; isProven: boolean }> {
  const { subject, email, emailVerified } = authenticated(caller.identity);
  const user = await caller.db
    .selectFrom("users")
    .select(["id", "email", "closed_at"])
    .select(hasSession(caller).as("has_session"))
    .where("clerk_user_id", "=", subject)
    .executeTakeFirst();
  if (!user) throw new CareError("unknown-user", { key: "refusals.unknownUser" });
  admit(user);
  const isPresent = email !== null && user.email === email;
  return { userId: user.id, email: isPresent ? email : null, isProven: isPresent && emailVerified };
}

/** Listing the invitations that were sent to a person's own address. */
export const mayListOwnInvitations = (): AccessRule<unknown, AddressAccess> => ({
  action: "person",
  async resolve(caller) {
    const { email, isProven } = await addressee(caller);
    return { email: isProven ? email : null } as AddressAccess;
  },
});

/** Managing one invitation of a notebook. */
export const mayManageInvitation = (
  action: "members.invite",
): AccessRule<OnInvitation, InvitationAccess> => ({
  action,
  async resolve(caller, { invitationId }) {
    authenticated(caller.identity);
    const invitation = await findInvitation(caller, invitationId);
    const access = await membership(caller, invitation?.diary_id ?? "");
    if (!invitation || !access || !may(access.role, action)) throw denied();
    return { ...access, invitationId: invitation.id, linkMaker: getMaker(invitation) };
  },
});

/**
 * Answering an invitation. One to an address only from that address: a verified one, or an unverified one together
 * with a link, which only the addressee received (docs/how/invitations.md). One without an address only with its link
 * (docs/how/invite-by-link.md). The same error for all others.
 */
export const mayAnswerInvitation = (): AccessRule<OnInvitation & Partial<ByToken>, InviteeAccess> => ({
  action: "invitee",
  async resolve(caller, { invitationId, token }) {
    const { userId, email, ...address } = await addressee(caller);
    const invitation = await findInvitation(caller, invitationId);
    if (!invitation) throw denied();
    if (invitation.email !== null && invitation.email !== email) throw denied();
    const isProven = invitation.email !== null && address.isProven;
    if (!isProven && !(token && (await isValidLink(caller.db, token, invitation.id)))) throw denied();
    const linkMaker = getMaker(invitation);
    return {
      diaryId: invitation.diary_id,
      userId,
      invitationId: invitation.id,
      linkMaker,
    } as InviteeAccess;
  },
});

/** Using a link to an existing invitation. The same error for all invalid links. */
export const mayAskToJoin = (): AccessRule<ByToken, LinkHolderAccess> => ({
  action: "linkHolder",
  async resolve(caller, { token }) {
    const { userId } = await knownPerson(caller);
    const link = await findLink(caller.db, hashOfToken(token));
    if (!link?.invitation_id) throw denied();
    const { diary_id: diaryId, invitation_id: invitationId } = link;
    const invitation = await findInvitation(caller, invitationId);
    if (!invitation) throw denied();
    const email = caller.identity?.email ?? null;
    return { diaryId, userId, email, invitationId, linkMaker: getMaker(invitation) } as LinkHolderAccess;
  },
});

/** Answering a request to join, for users who may invite. */
export const mayAnswerJoinRequest = (
  action: "members.invite",
): AccessRule<{ requestId: string }, JoinRequestAccess> => ({
  action,
  async resolve(caller, { requestId }) {
    authenticated(caller.identity);
    const request = isFullId(requestId)
      ? await caller.db
          .selectFrom("join_requests")
          .select(["id", "diary_id", "invitation_id"])
          .where("id", "=", requestId)
          .executeTakeFirst()
      : undefined;
    const access = await membership(caller, request?.diary_id ?? "");
    if (!request || !access || !may(access.role, action)) throw denied();
    // A member who lets a person in acts with their own right, not with that of the link's maker.
    return { ...access, invitationId: request.invitation_id, requestId: request.id, linkMaker: null };
  },
});

/** Seeing who asks to be let in into any notebook where the caller may invite, and who came in by their invitations. */
export const maySeeArrivals = (action: "members.invite"): AccessRule<unknown, ArrivalsAccess> => ({
  action,
  async resolve(caller) {
    const { userId } = await knownPerson(caller);
    const memberships = await readMemberships(caller, userId);
    const diaryIds = memberships.filter(({ role }) => may(role, action)).map(({ diaryId }) => diaryId);
    const arrivals: Omit<ArrivalsAccess, typeof proven> = { userId, diaryIds };
    return arrivals as ArrivalsAccess;
  },
});

/**
 * The maker whose right to invite a link without an address depends on; null for an invitation to an address, which
 * stays (docs/how/invitations.md).
 */
const getMaker = (invitation: { email: string | null; invited_by: string }): string | null =>
  invitation.email === null ? invitation.invited_by : null;

async function findInvitation({ db }: Caller, invitationId: string) {
  if (!isFullId(invitationId)) return undefined;
  return db
    .selectFrom("invitations")
    .select(["id", "diary_id", "email", "invited_by"])
    .where("id", "=", invitationId)
    .executeTakeFirst();
}

async function isValidLink(db: Kysely<Tables>, token: string, invitationId: string): Promise<boolean> {
  return (await findLink(db, hashOfToken(token)))?.invitation_id === invitationId;
}

/** The link with a token's hash, also one whose invitation is gone. */
export function findLink(db: Kysely<Tables>, tokenHash: string) {
  return db
    .selectFrom("invitation_links")
    .select(["diary_id", "invitation_id", "ended", "made_by"])
    .where("token_hash", "=", tokenHash)
    .executeTakeFirst();
}
