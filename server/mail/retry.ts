const FIRST_PAUSE_SECONDS = 30;
const MAX_PAUSE_SECONDS = 6 * 3600;
/** With the delays below the last attempt is about three days after the first. */
const MAX_ATTEMPTS = 20;

/**
 * Seconds until the next attempt after `attempts` failed ones, doubling from half a minute to six hours;
 * null when it is time to give up. A mail server that answers 5xx has refused for good (RFC 5321, 4.2.1).
 */
export function retryInSeconds(attempts: number, responseCode: number | undefined): number | null {
  if (attempts >= MAX_ATTEMPTS) return null;
  if (responseCode !== undefined && responseCode >= 500 && !LOGIN_REFUSED.has(responseCode)) return null;
  return Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempts - 1), MAX_PAUSE_SECONDS);
}

/** Codes that refuse our login, not this mail: the operator can fix that. */
const LOGIN_REFUSED = new Set([530, 534, 535, 538]);
