import { DAY, HOUR, MINUTE, SECOND } from "../../../lib/dates/time.ts";

/** The most messages to a webhook in an hour; the rest waits. */
export const MAX_PER_HOUR = 3_600;

/** A webhook with so many failures, and for so long no success, is disabled, as a device for notifications is. */
export const MAX_FAILURES = 10;
export const MAX_FAILING_MS = DAY;

/** A message that no attempt delivered within this time is given up, ms. */
export const GIVEN_UP_AFTER = 3 * DAY;

/** The pauses between attempts to deliver one message. */
const RETRY_PAUSES = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  4 * HOUR,
  8 * HOUR,
];
/** The longest pause of a whole webhook; a single message may wait longer. */
const LONGEST_WEBHOOK_PAUSE = HOUR;

/** The pause before the next attempt to deliver a message, ms; `attempts` counts those made. */
export const getMessageRetryPause = (attempts: number): number =>
  RETRY_PAUSES[Math.min(Math.max(attempts, 1), RETRY_PAUSES.length) - 1]!;

/** The pause of a whole webhook after `failures` in a row, ms. */
export const getWebhookRetryPause = (failures: number): number =>
  Math.min(getMessageRetryPause(failures), LONGEST_WEBHOOK_PAUSE);
