import { z } from "zod";
import { CareError } from "../../../../lib/errors.ts";
import { nothing } from "../../../../lib/schemas.ts";
import { inNotebook, person, readInNotebook, withProver } from "../../../../server/access/gate.ts";
import { provenBy, sendOpeningMail } from "../../../../server/auth/opening_mail.ts";
import { checkProof } from "../../../../server/auth/proof.ts";
import { action, mutation, query } from "../../../../server/functions/define.ts";
import { enqueueMail } from "../../../../server/mail/outbox.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { getRoleName } from "../../../notebooks/rules/roles.ts";
import { isBlocked, notifyOfMember } from "../../../notifications/server/public.ts";
import * as schema from "../../rules/invitation-schema.ts";
import {
  ENDED_MESSAGES,
  getInvitationState,
  type InvitationRole,
  LINK_VALID_MS,
  MAX_LINKS,
  MAX_OPEN_LINKS,
  MAX_PENDING,
  MAX_SENT_A_DAY,
  RESEND_PAUSE_MS,
  readEmail,
} from "../../rules/invitations.ts";
import { INVITATION_MESSAGES } from "../../rules/messages.ts";
import {
  findLink,
  hashOfToken,
  mayAnswerInvitation,
  mayAnswerJoinRequest,
  mayAskToJoin,
  mayListOwnInvitations,
  mayManageInvitation,
  maySeeArrivals,
  maySeeInvitation,
} from "./access.ts";
import * as arrivals from "./arrival_data.ts";
import * as data from "./data.ts";
import { requestLetter } from "./letters.ts";
import * as links from "./link_data.ts";
import * as openLinks from "./open_link_data.ts";
import * as requests from "./request_data.ts";
import { sendInvitation } from "./send.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The pending invitations of a notebook to addresses, for users who may invite. */
export const listDiaryInvitations = query({
  ...schema.listDiaryInvitations,
  access: readInNotebook("members.invite"),
  handler: ({ db, access }) => data.listOfNotebook(db, access),
});

/** The pending invitations to the caller's verified e-mail address. */
export const listMyInvitations = query({
  ...schema.listMyInvitations,
  access: mayListOwnInvitations(),
  handler: ({ db, access }) => data.listOfAddress(db, access),
});

/** The invitation of a link, or null for a link that never existed; see `links.findByToken`. */
export const getInvitationByToken = query({
  ...schema.getInvitationByToken,
  access: maySeeInvitation(),
  handler: ({ db, access }, { token }) => links.findByToken(db, access, hashOfToken(token), new Date()),
});

/**
 * Invites an address by mail; returns the invitation's id. An address that wants no letters is invited without one, as
 * the list of invitations shows, and its link is passed on by other means.
 */
export const createInvitation = mutation({
  ...schema.createInvitation,
  access: inNotebook("members.invite"),
  handler: async (
    { db, access, now, audit, baseUrl, unsubscribe },
    { email: given, role, personalMessage },
  ) => {
    const email = readEmail(given);
    if (email === null) throw new CareError("invalid", INVITATION_MESSAGES.email, { path: "email" });
    await data.lockInvitations(db, access.diaryId);
    await data.lockInvitations(db, access.userId);
    const obstacle = await data.findObstacle(db, access, email, now);
    if (obstacle === "member") throw new CareError("conflict", INVITATION_MESSAGES.alreadyMember);
    if (obstacle === "pending") throw new CareError("conflict", INVITATION_MESSAGES.alreadyPending);
    if ((await data.countPending(db, access, now)) >= MAX_PENDING)
      throw new CareError("limit", INVITATION_MESSAGES.tooManyPending);
    await refuseTooMany(db, access, email, now);
    const withoutLetter = await isBlocked(db, email);
    const offer = { email, role, personalMessage, withoutLetter };
    const invitationId = await data.insertInvitation(db, access, offer, now);
    await audit(toEvent("created", access.diaryId, invitationId, { role }));
    if (withoutLetter) return invitationId;
    const { token, tokenHash } = links.createToken();
    await links.insertLink(db, { ...access, invitationId }, tokenHash, now);
    const notebook = await data.nameOfNotebook(db, access);
    const link = getLink(baseUrl, token, email);
    const letter = { userId: access.userId, to: email, notebook, role, personalMessage, link };
    await sendInvitation({ db, unsubscribe }, letter);
    return invitationId;
  },
});

/** Sends an invitation again with a new link, valid for 14 more days; its other links stay valid. */
export const resendInvitation = mutation({
  ...schema.resendInvitation,
  access: mayManageInvitation("members.invite"),
  handler: async ({ db, access, now, audit, baseUrl, unsubscribe }) => {
    await data.lockInvitations(db, access.userId);
    const invitation = await openInvitation(db, access, now);
    if (now.getTime() - invitation.last_sent_at < RESEND_PAUSE_MS)
      throw new CareError("limit", INVITATION_MESSAGES.tooSoon);
    if (invitation.email === null) throw new CareError("conflict", INVITATION_MESSAGES.noAddress);
    if (await isBlocked(db, invitation.email))
      throw new CareError("conflict", INVITATION_MESSAGES.wantsNoLetters);
    await refuseTooMany(db, access, invitation.email, now);
    const { token, tokenHash } = links.createToken();
    await addLink(db, access, tokenHash, { sent: true }, now);
    await sendInvitation(
      { db, unsubscribe },
      {
        userId: access.userId,
        to: invitation.email,
        notebook: invitation.diaryName,
        role: invitation.role as InvitationRole,
        personalMessage: invitation.personal_message,
        link: getLink(baseUrl, token, invitation.email),
      },
    );
    await audit(toEvent("resent", access.diaryId, access.invitationId));
    return null;
  },
});

/** The open links of a notebook without an address, for users who may invite. Their secrets aren't known. */
export const listOpenLinks = query({
  ...schema.listOpenLinks,
  access: readInNotebook("members.invite"),
  handler: ({ db, access }) => openLinks.listOpenLinks(db, access),
});

/** The step of `createOpenLink` that stores the invitation and the token's hash. */
const storeOpenLink = mutation({
  args: schema.createOpenLink.args
    .omit({ proof: true })
    .extend({ tokenHash: z.string().length(64), by: provenBy }),
  returns: schema.createOpenLink.returns.omit({ link: true }),
  access: inNotebook("members.invite"),
  handler: async ({ db, access, now, audit, baseUrl }, { tokenHash, role, forName, letsInAtOnce, by }) => {
    await data.lockInvitations(db, access.diaryId);
    await data.lockInvitations(db, access.userId);
    if (await openLinks.isArchived(db, access)) throw new CareError("conflict", INVITATION_MESSAGES.archived);
    if ((await data.countPending(db, access, now)) >= MAX_PENDING)
      throw new CareError("limit", INVITATION_MESSAGES.tooManyPending);
    if ((await openLinks.countOpenLinks(db, access, now)) >= MAX_OPEN_LINKS)
      throw new CareError("limit", INVITATION_MESSAGES.tooManyOpenLinks);
    await refuseTooManySent(db, access, now);
    const offer = { role, forName, letsInAtOnce };
    const invitationId = await openLinks.insertOpenInvitation(db, access, offer, now);
    await links.insertLink(db, { ...access, invitationId }, tokenHash, now);
    await sendOpeningMail({ db, baseUrl }, access.userId, "invitation", by);
    await audit(toEvent("created", access.diaryId, invitationId, { role, by: "link", letsInAtOnce }));
    return { invitationId, expiresAt: now.getTime() + LINK_VALID_MS };
  },
});

/**
 * Makes a link that lets one person in with the role: after a member has let them in, or at once. Needs
 * re-authentication, because every holder of the link comes in. An action, for the same reason as
 * `createInvitationLink`.
 */
export const createOpenLink = action({
  ...schema.createOpenLink,
  access: withProver(inNotebook("members.invite")),
  handler: async ({ run, baseUrl, outgoing, access, now }, { proof, ...args }) => {
    const by = checkProof(outgoing, proof, access.prover, "invitation", now);
    const { token, tokenHash } = links.createToken();
    const stored = await run(storeOpenLink, { ...args, tokenHash, by });
    return { ...stored, link: getLink(baseUrl, token) };
  },
});

/**
 * Records that a signed-in user has opened a link without an address, once for each of them. A user who tries many
 * invalid links is refused.
 */
export const recordLinkOpening = mutation({
  ...schema.recordLinkOpening,
  access: person(),
  handler: async ({ db, access: { userId }, audit }, { token }) => {
    const link = await findLink(db, hashOfToken(token));
    if (!link) {
      if (!(await openLinks.countWrongLink(db, userId)))
        throw new CareError("limit", INVITATION_MESSAGES.tooManyWrongLinks);
      return null;
    }
    const { diary_id: diaryId, invitation_id: invitationId } = link;
    if (invitationId === null || !(await links.isOpenLink(db, invitationId))) return null;
    if (await requests.isMember(db, { diaryId, userId })) return null;
    if (await openLinks.hasOpened(db, { userId, invitationId })) return null;
    await audit(toEvent("opened", diaryId, invitationId));
    return null;
  },
});

/** The step of `createInvitationLink` that stores the new token's hash. */
const storeLink = mutation({
  args: schema.onOne.extend({ tokenHash: z.string().length(64) }),
  returns: nothing,
  access: mayManageInvitation("members.invite"),
  handler: async ({ db, access, now, audit }, { tokenHash }) => {
    // A user who knows a link must not keep it beyond their own right to invite, which is checked for its maker.
    if (access.linkMaker !== null && access.linkMaker !== access.userId)
      throw new CareError("conflict", INVITATION_MESSAGES.notYourLink);
    const { isClosed } = await openInvitation(db, access, now);
    if (isClosed) throw new CareError("conflict", INVITATION_MESSAGES.archived);
    await addLink(db, access, tokenHash, { sent: false }, now);
    await audit(toEvent("linkCreated", access.diaryId, access.invitationId));
    return null;
  },
});

/**
 * Creates another link, to be shared by other means than the server's mail. An action, because the result of a mutation
 * is stored, and the link must not be.
 */
export const createInvitationLink = action({
  ...schema.createInvitationLink,
  access: mayManageInvitation("members.invite"),
  handler: async ({ run, baseUrl }, { invitationId }) => {
    const { token, tokenHash } = links.createToken();
    await run(storeLink, { invitationId, tokenHash });
    return { link: getLink(baseUrl, token) };
  },
});

/** Cancels an invitation: it disappears everywhere, and its links only show that. */
export const cancelInvitation = mutation({
  ...schema.cancelInvitation,
  access: mayManageInvitation("members.invite"),
  handler: async ({ db, access, now, audit }) => {
    await openInvitation(db, access, now);
    await data.cancelInvitation(db, access);
    await audit(toEvent("cancelled", access.diaryId, access.invitationId));
    return null;
  },
});

/**
 * Makes the caller a member with the offered role, once; an existing member keeps their role. Callers without a
 * verified address pass the token of a link.
 */
export const acceptInvitation = mutation({
  ...schema.acceptInvitation,
  access: mayAnswerInvitation(),
  handler: async ({ db, access, now, audit, writeLast }) => {
    const invitation = await openInvitation(db, access, now);
    const { role, invited_by: invitedBy } = invitation;
    if (invitation.email === null) {
      await refuseClosed(db, access, invitation);
      if (!invitation.lets_in_at_once) throw new CareError("conflict", INVITATION_MESSAGES.needsApproval);
    }
    await data.answerInvitation(db, access, "accepted", now);
    await audit(toEvent("accepted", access.diaryId, access.invitationId, { role }));
    const memberId = await data.insertMember(db, access, { role, invitedBy }, now);
    if (memberId) {
      await audit(joined(access, memberId, role));
      writeLast(notifyOfMember(db, { ...access, memberId }, now));
    }
    return { diaryId: access.diaryId };
  },
});

/**
 * Declines an invitation. With a link without an address the caller's own request is withdrawn, and while another
 * person waits by it, the link stays for them.
 */
export const declineInvitation = mutation({
  ...schema.declineInvitation,
  access: mayAnswerInvitation(),
  handler: async ({ db, access, now, audit }) => {
    const invitation = await openInvitation(db, access, now);
    if (invitation.email === null) {
      await refuseClosed(db, access, invitation);
      const requestId = await requests.withdrawRequest(db, access);
      if (requestId) await audit(requestEvent("withdrawn", access.diaryId, requestId));
      if (await requests.isAwaited(db, access)) return null;
    }
    await data.answerInvitation(db, access, "declined", now);
    await audit(toEvent("declined", access.diaryId, access.invitationId));
    return null;
  },
});

/**
 * Asks to be let in, by a link without an address or by an invitation to another address. The inviter gets a mail.
 * Returns null.
 */
export const requestToJoin = mutation({
  ...schema.requestToJoin,
  access: mayAskToJoin(),
  handler: async ({ db, access, now, audit, baseUrl }) => {
    await data.lockInvitations(db, access.diaryId);
    const invitation = await openInvitation(db, access, now);
    if (invitation.email === null) await refuseClosed(db, access, invitation);
    if (invitation.email !== null && invitation.email === access.email)
      throw new CareError("conflict", INVITATION_MESSAGES.isForYou);
    if (await requests.isMember(db, access))
      throw new CareError("conflict", INVITATION_MESSAGES.youAreMember);
    if (await requests.hasTooManyRequests(db, access))
      throw new CareError("limit", INVITATION_MESSAGES.tooManyRequests);
    const requestId = await requests.insertRequest(db, access, now);
    if (!requestId) return null;
    await audit(requestEvent("created", access.diaryId, requestId));
    const { invited_by: invitedBy, role, diaryName: notebook, diaryShortId } = invitation;
    const maker = await openLinks.findMakerToNotify(db, { diaryId: access.diaryId, invitedBy });
    if (maker === null) return null;
    const asker = await data.nameOfPerson(db, access);
    const link = `${baseUrl}/care/${diaryShortId}/members`;
    const letter = runInLanguage(maker.language, () =>
      requestLetter({ to: maker.to, asker, notebook, role: getRoleName(role as InvitationRole), link }),
    );
    await enqueueMail(db, letter);
    return null;
  },
});

/** The unanswered requests to join, for users who may invite. */
export const listJoinRequests = query({
  ...schema.listJoinRequests,
  access: readInNotebook("members.invite"),
  handler: ({ db, access }) => requests.listRequests(db, access),
});

/** Requests to be let in into the caller's notebooks, and people who came in lately by the caller's invitations. */
export const listArrivals = query({
  ...schema.listArrivals,
  access: maySeeArrivals("members.invite"),
  handler: ({ db, access }) => arrivals.listArrivals(db, access),
});

/** Accepts a request to join: the person becomes a member with the invitation's role. Returns null. */
export const acceptJoinRequest = mutation({
  ...schema.acceptJoinRequest,
  access: mayAnswerJoinRequest("members.invite"),
  handler: async ({ db, access, now, audit, writeLast }) => {
    const { role } = await openInvitation(db, access, now);
    const { userId } = await waitingRequest(db, access);
    const asker = { diaryId: access.diaryId, invitationId: access.invitationId, userId };
    if (await requests.isMember(db, asker))
      throw new CareError("conflict", INVITATION_MESSAGES.alreadyMember);
    await data.answerInvitation(db, asker, "accepted", now);
    await audit(requestEvent("accepted", access.diaryId, access.requestId));
    await audit(toEvent("accepted", access.diaryId, access.invitationId, { role }));
    const memberId = await data.insertMember(db, asker, { role, invitedBy: access.userId }, now);
    if (memberId) {
      await audit(joined(asker, memberId, role));
      writeLast(notifyOfMember(db, { ...asker, memberId }, now));
    }
    return null;
  },
});

/**
 * Declines a request to join. An invitation to an address stays open for its addressee. A link without an address ends,
 * because it has come into the wrong hands, unless another person waits by it. Returns null.
 */
export const declineJoinRequest = mutation({
  ...schema.declineJoinRequest,
  access: mayAnswerJoinRequest("members.invite"),
  handler: async ({ db, access, now, audit }) => {
    const invitation = await data.lockInvitation(db, access);
    await waitingRequest(db, access);
    await requests.declineRequest(db, access, now);
    await audit(requestEvent("declined", access.diaryId, access.requestId));
    if (invitation?.email !== null || invitation.status !== "pending") return null;
    if (await requests.isAwaited(db, access)) return null;
    await data.endByRefusal(db, access, now);
    await audit(toEvent("declined", access.diaryId, access.invitationId));
    return null;
  },
});

type Db = Parameters<typeof data.lockInvitation>[0];

/** The invitation, locked, if it is still open; otherwise throws with the specification's message. */
async function openInvitation(db: Db, access: Parameters<typeof data.lockInvitation>[1], now: Date) {
  const invitation = await data.lockInvitation(db, access);
  if (!invitation) throw new CareError("access-denied", { key: "refusals.denied" });
  const state = getInvitationState(invitation.status, invitation.expires_at, now.getTime());
  if (state !== "pending") throw new CareError("conflict", ENDED_MESSAGES[state]);
  return invitation;
}

/**
 * Refuses a link without an address that is closed, or whose holder is a member already: it never changes a role, and
 * stays for its recipient.
 */
async function refuseClosed(
  db: Db,
  access: { diaryId: string; userId: string },
  { isClosed }: { isClosed: boolean },
): Promise<void> {
  if (isClosed) throw new CareError("conflict", INVITATION_MESSAGES.notValid);
  if (await requests.isMember(db, access)) throw new CareError("conflict", INVITATION_MESSAGES.youAreMember);
}

/** The request, locked, if it is unanswered. */
async function waitingRequest(db: Db, access: Parameters<typeof requests.lockRequest>[1]) {
  const request = await requests.lockRequest(db, access);
  if (!request) throw new CareError("conflict", INVITATION_MESSAGES.requestAnswered);
  return request;
}

async function addLink(
  db: Db,
  access: Parameters<typeof links.countLinks>[1],
  tokenHash: string,
  how: { sent: boolean },
  now: Date,
): Promise<void> {
  if ((await links.countLinks(db, access)) >= MAX_LINKS)
    throw new CareError("limit", INVITATION_MESSAGES.tooManyLinks);
  await links.insertLink(db, access, tokenHash, now);
  await data.renewInvitation(db, access, how, now);
}

async function refuseTooMany(
  db: Db,
  access: Parameters<typeof data.countSent>[1],
  email: string,
  now: Date,
): Promise<void> {
  await refuseTooManySent(db, access, now);
  if (!(await data.countToAddress(db, access, email)))
    throw new CareError("limit", INVITATION_MESSAGES.tooManyToAddress);
}

async function refuseTooManySent(
  db: Db,
  access: Parameters<typeof data.countSent>[1],
  now: Date,
): Promise<void> {
  if ((await data.countSent(db, access, new Date(now.getTime() - DAY_MS))) >= MAX_SENT_A_DAY)
    throw new CareError("limit", INVITATION_MESSAGES.tooManySent);
}

// Only a mailed link has the recipient's address, behind the `#`, which no server sees: the page fills it in.
const getLink = (baseUrl: string, token: string, mailedTo?: string): string =>
  `${baseUrl}/invitations/${token}/accept${mailedTo ? `#${new URLSearchParams({ to: mailedTo })}` : ""}`;

/** Without address and message, because audit events outlive both. */
const toEvent = (
  what: "created" | "resent" | "linkCreated" | "opened" | "cancelled" | "accepted" | "declined",
  diaryId: string,
  invitationId: string,
  details: { role?: string; by?: "link"; letsInAtOnce?: boolean } = {},
) => ({
  eventType: `invitation.${what}`,
  diaryId,
  targetType: "invitation",
  targetId: invitationId,
  details,
});

const requestEvent = (
  what: "created" | "accepted" | "declined" | "withdrawn",
  diaryId: string,
  requestId: string,
) => ({
  eventType: `joinRequest.${what}`,
  diaryId,
  targetType: "joinRequest",
  targetId: requestId,
});

const joined = (
  { diaryId, userId }: { diaryId: string; userId: string },
  memberId: string,
  role: string,
) => ({
  eventType: "member.joined",
  diaryId,
  targetType: "member",
  targetId: memberId,
  details: { userId, role },
});
