import { MINUTE } from "../../../lib/dates/time.ts";

/**
 * Within this time of another dose, an unplanned one has to be confirmed as a further one. It separates double taps
 * from doses and isn't a limit: a user who has seen the other dose isn't refused.
 */
export const JUST_GIVEN_MS = 5 * MINUTE;

/** Whether two moments (epoch ms) are so near that doses given then may be one dose. */
export const isJustGiven = (one: number, other: number): boolean => Math.abs(one - other) < JUST_GIVEN_MS;
