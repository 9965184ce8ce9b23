import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import { CareError } from "../../lib/errors.ts";
import { asInvitee, byAddress, inNotebook, onInvitation, readIn, visitor } from "../../server/access/gate.ts";
import { action, mutation, query } from "../../server/functions/define.ts";
import { invitationLetter } from "../../server/mail/invitation.ts";
import { enqueueMail } from "../../server/mail/outbox.ts";
import { ROLE_LABELS } from "../notebooks/rules.ts";
import * as data from "./data.ts";
import {
  ENDED_MESSAGES,
  INVITATION_MESSAGES,
  type InvitationRole,
  invitationFields,
  invitationState,
  MOST_PENDING,
  MOST_SENT_A_DAY,
  RESEND_PAUSE_MS,
  readEmail,
  VALID_DAYS,
} from "./rules.ts";

const id = z.string().max(64);
const onOne = z.object({ invitationId: id });

const DAY_MS = 24 * 60 * 60 * 1000;

/** The pending invitations of a notebook, for those who invite. */
export const listDiaryInvitations = query({
  args: z.object({ diaryId: id }),
  access: readIn("members.invite"),
  handler: ({ db, access }) => data.listOfNotebook(db, access),
});

/** The pending invitations to the caller's proven e-mail address. */
export const listMyInvitations = query({
  args: z.object({}),
  access: byAddress(),
  handler: ({ db, access }) => data.listOfAddress(db, access),
});

/** The invitation behind a link, or null for a link that opens nothing; see `data.findByToken`. */
export const getInvitationByToken = query({
  // Whatever is asked for is hashed and looked up alike, so that the time tells nothing.
  args: z.object({ token: z.string().max(10_000) }),
  access: visitor(),
  handler: ({ db, access }, { token }) => data.findByToken(db, access, hashOf(token), new Date()),
});

/** Invites an address by mail; returns the invitation's id. */
export const createInvitation = mutation({
  args: invitationFields.extend({ diaryId: id }),
  access: inNotebook("members.invite"),
  handler: async ({ db, access, now, audit, baseUrl }, { email: given, role, personalMessage }) => {
    const email = readEmail(given);
    if (email === null) throw new CareError("invalid", INVITATION_MESSAGES.email, { path: "email" });
    await data.takeTurn(db, access.diaryId);
    await data.takeTurn(db, access.userId);
    const obstacle = await data.findObstacle(db, access, email, now);
    if (obstacle === "member") throw new CareError("conflict", INVITATION_MESSAGES.alreadyMember);
    if (obstacle === "pending") throw new CareError("conflict", INVITATION_MESSAGES.alreadyPending);
    if ((await data.countPending(db, access, now)) >= MOST_PENDING)
      throw new CareError("limit", INVITATION_MESSAGES.tooManyPending);
    await refuseTooMany(db, access, now);
    const { token, tokenHash } = newToken();
    const invitation = { email, role, personalMessage, tokenHash };
    const invitationId = await data.insertInvitation(db, access, invitation, now);
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

/** Sends an invitation again with a new link; the former one opens nothing any more. */
export const resendInvitation = mutation({
  args: onOne,
  access: onInvitation("members.invite"),
  handler: async ({ db, access, now, audit, baseUrl }) => {
    await data.takeTurn(db, access.userId);
    const invitation = await openInvitation(db, access, now);
    if (now.getTime() - invitation.last_sent_at < RESEND_PAUSE_MS)
      throw new CareError("limit", INVITATION_MESSAGES.tooSoon);
    await refuseTooMany(db, access, now);
    const { token, tokenHash } = newToken();
    await data.renewInvitation(db, access, { tokenHash, sent: true }, now);
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
const renewLink = mutation({
  args: onOne.extend({ tokenHash: z.string().length(64) }),
  access: onInvitation("members.invite"),
  handler: async ({ db, access, now, audit }, { tokenHash }) => {
    await openInvitation(db, access, now);
    await data.renewInvitation(db, access, { tokenHash, sent: false }, now);
    await audit(eventOf("linkCreated", access.diaryId, access.invitationId));
    return null;
  },
});

/**
 * A new link for whoever passes it on by another way than our mail; the former one opens nothing any more. An action,
 * because the result of a mutation is stored, and the link must not be.
 */
export const createInvitationLink = action({
  args: onOne,
  access: onInvitation("members.invite"),
  handler: async ({ run, baseUrl }, { invitationId }) => {
    const { token, tokenHash } = newToken();
    await run(renewLink, { invitationId, tokenHash });
    return { link: linkOf(baseUrl, token) };
  },
});

/** Takes an invitation back: it vanishes everywhere and its link opens nothing. */
export const cancelInvitation = mutation({
  args: onOne,
  access: onInvitation("members.invite"),
  handler: async ({ db, access, now, audit }) => {
    await openInvitation(db, access, now);
    await data.deleteInvitation(db, access);
    await audit(eventOf("cancelled", access.diaryId, access.invitationId));
    return null;
  },
});

/** Makes the caller a member with the offered role, once; a member already stays what they are. */
export const acceptInvitation = mutation({
  args: onOne,
  access: asInvitee(),
  handler: async ({ db, access, now, audit }) => {
    const { role, invited_by: invitedBy } = await openInvitation(db, access, now);
    await data.answerInvitation(db, access, "accepted", now);
    await audit(eventOf("accepted", access.diaryId, access.invitationId, { role }));
    const memberId = await data.insertMember(db, access, { role, invitedBy }, now);
    if (memberId) {
      await audit({
        eventType: "member.joined",
        diaryId: access.diaryId,
        targetType: "member",
        targetId: memberId,
        details: { userId: access.userId, role },
      });
    }
    return { diaryId: access.diaryId };
  },
});

/** Answers an invitation with no. */
export const declineInvitation = mutation({
  args: onOne,
  access: asInvitee(),
  handler: async ({ db, access, now, audit }) => {
    await openInvitation(db, access, now);
    await data.answerInvitation(db, access, "declined", now);
    await audit(eventOf("declined", access.diaryId, access.invitationId));
    return null;
  },
});

type Db = Parameters<typeof data.lockInvitation>[0];

/** The invitation, locked, when it can still be acted on; throws what the specification says when it can't. */
async function openInvitation(db: Db, access: Parameters<typeof data.lockInvitation>[1], now: Date) {
  const invitation = await data.lockInvitation(db, access);
  if (!invitation) throw new CareError("access-denied", "Access denied");
  const state = invitationState(invitation.status, invitation.expires_at, now.getTime());
  if (state !== "pending") throw new CareError("conflict", ENDED_MESSAGES[state]);
  return invitation;
}

async function refuseTooMany(db: Db, access: Parameters<typeof data.countSent>[1], now: Date): Promise<void> {
  if ((await data.countSent(db, access, new Date(now.getTime() - DAY_MS))) >= MOST_SENT_A_DAY)
    throw new CareError("limit", INVITATION_MESSAGES.tooManySent);
}

/** A link's secret and what of it is stored. */
function newToken() {
  const token = randomBytes(32).toString("base64url");
  return { token, tokenHash: hashOf(token) };
}

const hashOf = (token: string): string => createHash("sha256").update(token).digest("hex");

const linkOf = (baseUrl: string, token: string): string => `${baseUrl}/invitations/${token}/accept`;

/** Never the address or the message: the record outlives both. */
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
