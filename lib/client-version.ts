/**
 * The version of the client's agreement with the server. Raised by whoever makes a change after which an older client would
 * do harm, together with `MIN_CLIENT` (server/http/settings.ts); older clients reload then without asking.
 */
export const CLIENT_VERSION = 1;
