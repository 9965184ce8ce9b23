import { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { nothing } from "../../../lib/schemas.ts";
import { inNotebook, readInNotebook } from "../../../server/access/gate.ts";
import { action, mutation, query } from "../../../server/functions/define.ts";
import { enqueueMail } from "../../../server/mail/outbox.ts";
import { ROLE_LABELS } from "../../notebooks/rules.ts";
import {
  ENDED_MESSAGES,
  INVITATION_MESSAGES,
  type InvitationRole,
  invitationState,
  MAX_LINKS,
  MAX_PENDING,
  MAX_SENT_A_DAY,
  RESEND_PAUSE_MS,
  readEmail,
  VALID_DAYS,
} from "../rules.ts";
import * as schema from "../schema.ts";
import {
  hashOfToken,
  mayAnswerInvitation,
  mayAnswerJoinRequest,
  mayAskToJoin,
  mayListOwnInvitations,
  mayManageInvitation,
  maySeeInvitation,
} from "./access.ts";
import * as data from "./data.ts";
import { invitationLetter } from "./letters.ts";
import * as links from "./link_data.ts";
import * as requests from "./request_data.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** The pending invitations of a notebook, for those who may invite. */
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

/** Invites an address by mail; returns the invitation's id. */
export const createInvitation = mutation({
  ...schema.createInvitation,
  access: inNotebook("members.invite"),
  handler: async ({ db, access, now, audit, baseUrl }, { email: given, role, personalMessage }) => {
    const email = readEmail(given);
    if (email === null) throw new CareError("invalid", INVITATION_MESSAGES.email, { path: "email" });
    await data.serializeBy(db, access.diaryId);
    await data.serializeBy(db, access.userId);
    const obstacle = await data.findObstacle(db, access, email, now);
    if (obstacle === "member") throw new CareError("conflict", INVITATION_MESSAGES.alreadyMember);
    if (obstacle === "pending") throw new CareError("conflict", INVITATION_MESSAGES.alreadyPending);
    if ((await data.countPending(db, access, now)) >= MAX_PENDING)
      throw new CareError("limit", INVITATION_MESSAGES.tooManyPending);
    await refuseTooMany(db, access, email, now);
    const invitationId = await data.insertInvitation(db, access, { email, role, personalMessage }, now);
    const { token, tokenHash } = links.newToken();
    await links.insertLink(db, { ...access, invitationId }, tokenHash, now);
    await enqueueMail(
      db,
      invitationLetter({
        to: email,
        inviter: await data.nameOfPerson(db, access),
        notebook: await data.nameOfNotebook(db, access),
        role: ROLE_LABELS[role],
        personalMessage,
        link: linkOf(baseUrl, token),
        validDays: VALID_DAYS,
      }),
    );
    await audit(eventOf("created", access.diaryId, invitationId, { role }));
    return invitationId;
  },
});

/** Sends an invitation again with a new link, valid for 14 more days; its other links stay valid. */
export const resendInvitation = mutation({
  ...schema.resendInvitation,
  access: mayManageInvitation("members.invite"),
  handler: async ({ db, access, now, audit, baseUrl }) => {
    await data.serializeBy(db, access.userId);
    const invitation = await openInvitation(db, access, now);
    if (now.getTime() - invitation.last_sent_at < RESEND_PAUSE_MS)
      throw new CareError("limit", INVITATION_MESSAGES.tooSoon);
    await refuseTooMany(db, access, invitation.email, now);
    const { token, tokenHash } = links.newToken();
    await addLink(db, access, tokenHash, { sent: true }, now);
    await enqueueMail(
      db,
      invitationLetter({
        to: invitation.email,
        inviter: await data.nameOfPerson(db, access),
        notebook: invitation.diaryName,
        role: ROLE_LABELS[invitation.role as InvitationRole],
        personalMessage: invitation.personal_message,
        link: linkOf(baseUrl, token),
        validDays: VALID_DAYS,
      }),
    );
    await audit(eventOf("resent", access.diaryId, access.invitationId));
    return null;
  },
});

/** The step of `createInvitationLink` that stores the new token's hash. */
const storeLink = mutation({
  args: schema.onOne.extend({ tokenHash: z.string().length(64) }),
  returns: nothing,
  access: mayManageInvitation("members.invite"),
  handler: async ({ db, access, now, audit }, { tokenHash }) => {
    await openInvitation(db, access, now);
    await addLink(db, access, tokenHash, { sent: false }, now);
    await audit(eventOf("linkCreated", access.diaryId, access.invitationId));
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
    const { token, tokenHash } = links.newToken();
    await run(storeLink, { invitationId, tokenHash });
    return { link: linkOf(baseUrl, token) };
  },
});

/** Cancels an invitation: it disappears everywhere, and its links only say so. */
export const cancelInvitation = mutation({
  ...schema.cancelInvitation,
  access: mayManageInvitation("members.invite"),
  handler: async ({ db, access, now, audit }) => {
    await openInvitation(db, access, now);
    await data.cancelInvitation(db, access);
    await audit(eventOf("cancelled", access.diaryId, access.invitationId));
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
  handler: async ({ db, access, now, audit }) => {
    const { role, invited_by: invitedBy } = await openInvitation(db, access, now);
    await data.answerInvitation(db, access, "accepted", now);
    await audit(eventOf("accepted", access.diaryId, access.invitationId, { role }));
    const memberId = await data.insertMember(db, access, { role, invitedBy }, now);
    if (memberId) await audit(joined(access, memberId, role));
    return { diaryId: access.diaryId };
  },
});

/** Declines an invitation. */
export const declineInvitation = mutation({
  ...schema.declineInvitation,
  access: mayAnswerInvitation(),
  handler: async ({ db, access, now, audit }) => {
    await openInvitation(db, access, now);
    await data.answerInvitation(db, access, "declined", now);
    await audit(eventOf("declined", access.diaryId, access.invitationId));
    return null;
  },
});

/** Requests to join by an invitation that was sent to another address. Returns null. */
export const requestToJoin = mutation({
  ...schema.requestToJoin,
  access: mayAskToJoin(),
  handler: async ({ db, access, now, audit }) => {
    await data.serializeBy(db, access.diaryId);
    const { email } = await openInvitation(db, access, now);
    if (email === access.email) throw new CareError("conflict", INVITATION_MESSAGES.isForYou);
    if (await requests.isMember(db, access))
      throw new CareError("conflict", INVITATION_MESSAGES.youAreMember);
    if (await requests.hasTooManyRequests(db, access))
      throw new CareError("limit", INVITATION_MESSAGES.tooManyRequests);
    const requestId = await requests.insertRequest(db, access, now);
    if (requestId) await audit(requestEvent("created", access.diaryId, requestId));
    return null;
  },
});

/** The unanswered requests to join, for those who may invite. */
export const listJoinRequests = query({
  ...schema.listJoinRequests,
  access: readInNotebook("members.invite"),
  handler: ({ db, access }) => requests.listRequests(db, access),
});

/** Accepts a request to join: the person becomes a member with the invitation's role. Returns null. */
export const acceptJoinRequest = mutation({
  ...schema.acceptJoinRequest,
  access: mayAnswerJoinRequest("members.invite"),
  handler: async ({ db, access, now, audit }) => {
    const { role } = await openInvitation(db, access, now);
    const { userId } = await waitingRequest(db, access);
    const asker = { diaryId: access.diaryId, invitationId: access.invitationId, userId };
    await data.answerInvitation(db, asker, "accepted", now);
    await audit(requestEvent("accepted", access.diaryId, access.requestId));
    await audit(eventOf("accepted", access.diaryId, access.invitationId, { role }));
    const memberId = await data.insertMember(db, asker, { role, invitedBy: access.userId }, now);
    if (memberId) await audit(joined(asker, memberId, role));
    return null;
  },
});

/** Declines a request to join; the invitation stays open for its addressee. Returns null. */
export const declineJoinRequest = mutation({
  ...schema.declineJoinRequest,
  access: mayAnswerJoinRequest("members.invite"),
  handler: async ({ db, access, now, audit }) => {
    await waitingRequest(db, access);
    await requests.declineRequest(db, access, now);
    await audit(requestEvent("declined", access.diaryId, access.requestId));
    return null;
  },
});

type Db = Parameters<typeof data.lockInvitation>[0];

/** The invitation, locked, if it is still open; otherwise throws with the specification's message. */
async function openInvitation(db: Db, access: Parameters<typeof data.lockInvitation>[1], now: Date) {
  const invitation = await data.lockInvitation(db, access);
  if (!invitation) throw new CareError("access-denied", "Access denied");
  const state = invitationState(invitation.status, invitation.expires_at, now.getTime());
  if (state !== "pending") throw new CareError("conflict", ENDED_MESSAGES[state]);
  return invitation;
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
  if ((await data.countSent(db, access, new Date(now.getTime() - DAY_MS))) >= MAX_SENT_A_DAY)
    throw new CareError("limit", INVITATION_MESSAGES.tooManySent);
  if (!(await data.countToAddress(db, access, email)))
    throw new CareError("limit", INVITATION_MESSAGES.tooManyToAddress);
}

const linkOf = (baseUrl: string, token: string): string => `${baseUrl}/invitations/${token}/accept`;

/** Without address and message, because audit events outlive both. */
const eventOf = (
  what: "created" | "resent" | "linkCreated" | "cancelled" | "accepted" | "declined",
  diaryId: string,
  invitationId: string,
  details: { role?: string } = {},
) => ({
  eventType: `invitation.${what}`,
  diaryId,
  targetType: "invitation",
  targetId: invitationId,
  details,
});

const requestEvent = (what: "created" | "accepted" | "declined", diaryId: string, requestId: string) => ({
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
