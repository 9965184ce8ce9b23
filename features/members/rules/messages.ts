import type { Message } from "../../../lib/words/message.ts";
import { MAX_LINKS, MAX_OPEN_LINKS, MAX_PENDING, MAX_SENT_A_DAY } from "./invitations.ts";

/** Texts of forms, pages and errors, verbatim where the specification has them (care-core 5, 8). */
export const INVITATION_MESSAGES = {
  email: { key: "memberrules.email" },
  alreadyMember: { key: "memberrules.alreadyMember" },
  alreadyPending: { key: "memberrules.alreadyPending" },
  wantsNoLetters: { key: "memberrules.wantsNoLetters" },
  invitedWithoutLetter: { key: "memberrules.invitedWithoutLetter" },
  tooSoon: { key: "memberrules.tooSoon" },
  tooManyPending: { key: "memberrules.tooManyPending", values: { most: MAX_PENDING } },
  tooManySent: { key: "memberrules.tooManySent", values: { most: MAX_SENT_A_DAY } },
  tooManyToAddress: { key: "memberrules.tooManyToAddress" },
  tooManyLinks: { key: "memberrules.tooManyLinks", values: { most: MAX_LINKS } },
  tooManyOpenLinks: { key: "memberrules.tooManyOpenLinks", values: { most: MAX_OPEN_LINKS } },
  archived: { key: "memberrules.archived" },
  notYourLink: { key: "memberrules.notYourLink" },
  noAddress: { key: "memberrules.noAddress" },
  tooManyWrongLinks: { key: "memberrules.tooManyWrongLinks" },
  needsApproval: { key: "memberrules.needsApproval" },
  makeLinkFailed: { key: "memberrules.makeLinkFailed" },
  isForYou: { key: "memberrules.isForYou" },
  youAreMember: { key: "memberrules.youAreMember" },
  tooManyRequests: { key: "memberrules.tooManyRequests" },
  requestFailed: { key: "memberrules.requestFailed" },
  answerFailed: { key: "memberrules.answerFailed" },
  requestAnswered: { key: "memberrules.requestAnswered" },
  invalid: { key: "memberrules.invalid" },
  notValid: { key: "memberrules.notValid" },
  sent: { key: "memberrules.sent" },
  sendFailed: { key: "memberrules.sendFailed" },
  acceptFailed: { key: "memberrules.acceptFailed" },
  declineFailed: { key: "memberrules.declineFailed" },
  cancelFailed: { key: "memberrules.cancelFailed" },
  resendFailed: { key: "memberrules.resendFailed" },
} as const satisfies Record<string, Message>;

/** Texts of the members' screens and errors (care-core 6, 8; workspace 2.4). */
export const MEMBER_MESSAGES = {
  ownerStays: { key: "memberrules.ownerStays" },
  ownerKeepsRole: { key: "memberrules.ownerKeepsRole" },
  ownerLeaves: { key: "memberrules.ownerLeaves" },
  ownsAlready: { key: "memberrules.ownsAlready" },
} as const satisfies Record<string, Message>;
