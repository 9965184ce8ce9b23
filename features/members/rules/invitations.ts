import type { Role } from "../../../lib/roles.ts";
import type { Message } from "../../../lib/words/message.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";

/** The roles that can be offered, in the order of the form; ownership is transferred, not offered. */
export const INVITATION_ROLES = ["member", "admin", "clinician", "extended"] as const;
export type InvitationRole = (typeof INVITATION_ROLES)[number];

/** `expired` is never stored: it is derived from `expiresAt`. */
export type InvitationState = "pending" | "accepted" | "declined" | "expired";

export const EMAIL_LENGTH = 320;
/** In UTF-16 code units with each line break counted once, as the browser's `maxlength` does. */
export const PERSONAL_MESSAGE_LENGTH = 360;

export const VALID_DAYS = 14;
const DAY_MS = 24 * 60 * 60 * 1000;
export const VALID_MS = VALID_DAYS * DAY_MS;
/** How long a link without an address works. */
export const LINK_VALID_DAYS = 7;
export const LINK_VALID_MS = LINK_VALID_DAYS * DAY_MS;
/** The most characters of the name of a link's recipient. */
export const FOR_NAME_LENGTH = 80;
/** The most open links without an address that one person has in a notebook. */
export const MAX_OPEN_LINKS = 10;
/** The most addresses that the form sends invitations to at once. */
export const MAX_ADDRESSES_AT_ONCE = 20;
/** How long an inviter is shown that their invitee has come in. */
export const ARRIVAL_MS = DAY_MS;
/** The minimum time before the same invitation is sent again. */
export const RESEND_PAUSE_MS = 60 * 1000;
/** The most pending invitations of a notebook. */
export const MAX_PENDING = 100;
/** The most invitations that one person sends in 24 hours, over all notebooks. */
export const MAX_SENT_A_DAY = 100;

/** The most invitations to one address in 24 hours: by one person, and by everybody, over all notebooks. */
export const MAX_SENT_TO_ADDRESS = { byOne: 10, byAll: 30 } as const;
/** The most links of an invitation. */
export const MAX_LINKS = 50;
/** The most unanswered requests to join by one invitation. */
export const MAX_REQUESTS = 5;

/** Why an invitation can't be answered any more, by its state (care-core 8). */
export const ENDED_MESSAGES = {
  accepted: { key: "memberrules.endedAccepted" },
  declined: { key: "memberrules.endedDeclined" },
  expired: { key: "memberrules.endedExpired" },
} as const satisfies Record<Exclude<InvitationState, "pending">, Message>;

/**
 * The role that an invitation names for an offered one (workspace 6; decisions, "Role clinician"): an admin is offered as
 * a caregiver.
 */
export function getOfferedRole(role: string): Exclude<Role, "admin"> {
  if (role === "owner" || role === "clinician") return role;
  return role === "admin" || role === "member" ? "member" : "extended";
}

export const describeInvitationRole = (role: string): string => getRoleName(getOfferedRole(role));

/** The state of an invitation at `now` (epoch ms). Unknown stored states count as pending (workspace 3). */
export function getInvitationState(status: string, expiresAt: number, now: number): InvitationState {
  if (status === "accepted" || status === "declined") return status;
  return expiresAt <= now ? "expired" : "pending";
}

/** Whole days until `expiresAt`, rounded up; 0 once it has passed. */
export const getDaysLeft = (expiresAt: number, now: number): number =>
  Math.max(0, Math.ceil((expiresAt - now) / DAY_MS));

// One "@" between parts without spaces, control characters, or characters that end an address in a mail header.
const ADDRESS = /^[^\s\p{C}<>()[\],;:"\\@]+@[^\s\p{C}<>()[\],;:"\\@]+$/u;
/** A server by its number: no mail of people is there. */
const NUMBER = /@[\d.]+$/;
const LATIN = /\p{Script=Latin}/u;
/** Letters that look like Latin ones. */
const LOOKALIKE =
  /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}\p{Script=Coptic}]/u;

/**
 * An address as it is stored and compared (trimmed, lower-cased), or null when it isn't valid for mail, or looks like
 * another one.
 */
export function readEmail(text: string): string | null {
  const email = text.trim().toLowerCase();
  if (email.length > EMAIL_LENGTH || !ADDRESS.test(email) || NUMBER.test(email)) return null;
  return LATIN.test(email) && LOOKALIKE.test(email) ? null : email;
}

/**
 * Addresses typed or pasted at once, separated by commas, semicolons, spaces or lines; without doubles, and without the
 * names that mail programs copy with them ("Ben Brown <ben@example.org>").
 */
export function splitAddresses(text: string): string[] {
  const withoutNames = text.replace(/[^,;\n<>]*<([^<>\s]*@[^<>\s]*)>/g, " $1 ");
  const parts = withoutNames.split(/[\s,;]+/).filter((part) => part !== "");
  const seen = new Set<string>();
  return parts.filter((part) => {
    const key = part.toLowerCase();
    return !seen.has(key) && seen.add(key);
  });
}

/** An address masked for people who mustn't see all of it: "anna@example.org" is "a•••@example.org". */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const first = [...email.slice(0, at)][0] ?? "";
  return `${first}•••${email.slice(at)}`;
}

/** Counts each line break once, as browsers do. */
export const withPlainLineBreaks = (text: string): string => text.replace(/\r\n?/g, "\n");
