/** The most people that one text may mention. */
export const MAX_MENTIONS = 50;
/** The most mails about mentions to one person per hour and per day; further mentions send no mail. */
export const MAILS_AN_HOUR = 5;
export const MAILS_A_DAY = 20;
