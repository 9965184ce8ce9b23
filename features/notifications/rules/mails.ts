import { MINUTE } from "../../../lib/dates/time.ts";
import { type Kind, URGENT_KINDS } from "../rules.ts";

/** The most mails of one kind to one person in an hour and in a day. What goes beyond them is in the digest. */
export const MAILS_AN_HOUR = 5;
export const MAILS_A_DAY = 20;

/**
 * How long a mail waits: a user who sees the subject in the notebook meanwhile gets none, and more mails of the same
 * join it.
 */
const MAIL_WAITS = 5 * MINUTE;

/** Returns how long a mail of a kind waits, ms. Urgent mails don't. */
export const getMailWait = (kind: Kind): number => (URGENT_KINDS.includes(kind) ? 0 : MAIL_WAITS);
