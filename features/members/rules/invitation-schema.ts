import { z } from "zod";
import { id, moment, nothing, proof } from "../../../lib/schemas.ts";
import { toIssue } from "../../../lib/words/message.ts";
import { personInNotebook } from "../schema.ts";
import {
  FOR_NAME_LENGTH,
  INVITATION_ROLES,
  PERSONAL_MESSAGE_LENGTH,
  withPlainLineBreaks,
} from "./invitations.ts";

/** Arguments of `createInvitation`. The address is validated separately, because its error message names no field. */
export const invitationFields = z.object({
  email: z.string().max(1000),
  role: z.enum(INVITATION_ROLES),
  personalMessage: z
    .string()
    .transform(withPlainLineBreaks)
    // Not `max`, which counts characters.
    .refine(
      (text) => text.length <= PERSONAL_MESSAGE_LENGTH,
      toIssue({ key: "memberrules.messageLong", values: { most: PERSONAL_MESSAGE_LENGTH } }),
    )
    .transform((text) => text.trim())
    .default(""),
});

// Any text is accepted, hashed and looked up in the same way, so that the response time reveals nothing.
const linkToken = z.string().max(10_000);
export const onOne = z.object({ invitationId: id });
const answer = onOne.extend({ token: linkToken.optional() });
const onRequest = z.object({ requestId: id });

const offeredRole = z.enum(INVITATION_ROLES);
const named = z.strictObject({ name: z.string() });

/** The notebook as an invitee sees it. */
const offeredNotebook = z.strictObject({
  name: z.string(),
  description: z.string(),
  fullName: z.string(),
  memberCount: z.number(),
  noteCount: z.number(),
  updatedAt: moment,
});

const invitation = z.strictObject({
  _id: id,
  diaryId: id,
  email: z.string(),
  role: offeredRole,
  personalMessage: z.string(),
  status: z.enum(["pending", "accepted", "declined"]),
  inviter: personInNotebook,
  expiresAt: moment,
  _creationTime: moment,
});

/** A pending invitation as people who may invite see it. */
export const notebookInvitation = invitation.extend({
  lastSentAt: moment,
  /** The address wants no letters: the link is passed on by other means. */
  withoutLetter: z.boolean(),
  diary: z.strictObject({ name: z.string(), description: z.string() }),
});

/** A pending invitation to the signed-in person. */
export const myInvitation = invitation.extend({ diary: offeredNotebook });

/** An open link without an address, as people who may invite see it. Its secret isn't stored. */
export const openLink = z.strictObject({
  _id: id,
  diaryId: id,
  role: offeredRole,
  /** The recipient, in the maker's words; "" without one. */
  forName: z.string(),
  letsInAtOnce: z.boolean(),
  inviter: personInNotebook.extend({ userId: id }),
  expiresAt: moment,
  _creationTime: moment,
});

/** Whether the inviter's account is deleted, so that nobody is advised to ask them. */
const whetherFormer = { isFormer: z.boolean() };

/** The state of the caller's request to be let in by it; null without one. */
const requestState = z.enum(["waiting", "declined"]).nullable();

/** An invitation as its link shows it; depends on the invitation's state. */
export const linkedInvitation = z.union([
  z.strictObject({
    _id: z.null(),
    status: z.enum(["cancelled", "expired"]),
    isForCaller: z.null(),
    diaryId: z.null(),
    inviter: named.extend(whetherFormer),
  }),
  z.strictObject({
    _id: id,
    status: z.enum(["accepted", "declined", "expired"]),
    isForCaller: z.boolean().nullable(),
    /** Only for the person who accepted it, who is redirected to the notebook. */
    diaryId: id.nullable(),
    inviter: named.extend(whetherFormer),
    /** `declined` after a refused request to be let in. */
    request: requestState,
  }),
  z.strictObject({
    _id: id,
    diaryId: id,
    status: z.literal("pending"),
    /** Whether it was sent to the caller's address; null for signed-out visitors, and for a link without an address. */
    isForCaller: z.boolean().nullable(),
    role: offeredRole,
    personalMessage: z.string(),
    expiresAt: moment,
    _creationTime: moment,
    /** The masked address; null for a link without an address. */
    sentTo: z.string().nullable(),
    /** Whether the holder of the link comes in without being let in by a member. */
    letsInAtOnce: z.boolean(),
    /** Whether the caller is the person who invites, or another member already. */
    caller: z.enum(["inviter", "member"]).nullable(),
    /** Null unless it was sent to the caller. */
    email: z.string().nullable(),
    diary: z.union([offeredNotebook, named]),
    inviter: personInNotebook.extend(whetherFormer),
    request: requestState,
  }),
]);

/** A person who asks to be let in by a link: one without an address, or of an invitation sent to another address. */
export const joinRequest = z.strictObject({
  _id: id,
  _creationTime: moment,
  user: personInNotebook.extend({ emailVerified: z.boolean() }),
  invitation: z.strictObject({
    _id: id,
    /** Null for a link without an address. */
    email: z.string().nullable(),
    forName: z.string(),
    role: offeredRole,
    expiresAt: moment,
    /** The maker of the link. */
    inviter: named,
  }),
});

/** A request in one of several notebooks. */
const requestSomewhere = joinRequest.extend({
  diary: z.strictObject({ _id: id, shortId: z.string(), name: z.string() }),
});

/** A person who came in by an invitation of the caller. */
const arrival = z.strictObject({
  invitationId: id,
  name: z.string(),
  arrivedAt: moment,
  diary: z.strictObject({ _id: id, shortId: z.string(), name: z.string() }),
});

export const listDiaryInvitations = {
  args: z.object({ diaryId: id }),
  returns: z.array(notebookInvitation),
};

export const listMyInvitations = {
  args: z.object({}),
  returns: z.array(myInvitation),
};

export const getInvitationByToken = {
  args: z.object({ token: linkToken }),
  returns: linkedInvitation.nullable(),
};

export const createInvitation = {
  args: invitationFields.extend({ diaryId: id }),
  returns: id,
};

export const resendInvitation = {
  args: onOne,
  returns: nothing,
};

export const createInvitationLink = {
  args: onOne,
  returns: z.strictObject({ link: z.string() }),
};

export const createOpenLink = {
  args: z.object({
    diaryId: id,
    role: z.enum(INVITATION_ROLES),
    forName: z.string().trim().max(FOR_NAME_LENGTH).default(""),
    letsInAtOnce: z.boolean().default(false),
    proof,
  }),
  returns: z.strictObject({ invitationId: id, link: z.string(), expiresAt: moment }),
};

export const listOpenLinks = {
  args: z.object({ diaryId: id }),
  returns: z.array(openLink),
};

export const recordLinkOpening = {
  args: z.object({ token: linkToken }),
  returns: nothing,
};

export const listArrivals = {
  args: z.object({}),
  returns: z.strictObject({ requests: z.array(requestSomewhere), arrivals: z.array(arrival) }),
};

export const cancelInvitation = {
  args: onOne,
  returns: nothing,
};

export const acceptInvitation = {
  args: answer,
  returns: z.strictObject({ diaryId: id }),
};

export const declineInvitation = {
  args: answer,
  returns: nothing,
};

export const requestToJoin = {
  args: z.object({ token: linkToken }),
  returns: nothing,
};

export const listJoinRequests = {
  args: z.object({ diaryId: id }),
  returns: z.array(joinRequest),
};

export const acceptJoinRequest = {
  args: onRequest,
  returns: nothing,
};

export const declineJoinRequest = {
  args: onRequest,
  returns: nothing,
};
