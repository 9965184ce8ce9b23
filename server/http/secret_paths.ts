import { FILES_PATH } from "../../lib/file-paths.ts";
import { UNSUBSCRIBE_PATH } from "../mail/unsubscribe_links.ts";

/**
 * The beginnings of addresses that are secrets themselves: reading one in a log would give access. The server's own log
 * and the examples in `packaging` hide the rest of such an address; `node scripts/proxies.ts` writes the list into
 * them. No log has the part after a `?`.
 */
export const SECRET_PATHS: readonly string[] = [
  "/api/calendars/",
  FILES_PATH,
  UNSUBSCRIBE_PATH,
  "/api/auth/reset-password/",
  "/api/auth/verify-email/",
  "/api/auth/callback/",
  "/api/auth/oidc/callback",
  "/api/auth/oidc/start",
  "/invitations/",
  "/invitation/",
  "/first-administrator/",
  // Their `returnTo` may be one of the above.
  "/sign-in",
  "/sign-up",
];

/** Matches the beginning of a secret address. Without characters that nginx and Caddy write differently. */
export const SECRET_PATTERN = `(?:${SECRET_PATHS.join("|")})`;

/** Segments before a secret, even in a mistyped address. */
const SECRET_AFTER = new Set(
  SECRET_PATHS.filter((path) => path.endsWith("/")).map((path) => path.split("/").at(-2)),
);

/** An address for the log: without its query, and without secrets in its path. */
export function getLoggablePath(path: string): string {
  const segments = path.slice(0, 300).replace(/\?.*$/s, "").split("/");
  return segments
    .map((segment, index) => {
      const isSecret = SECRET_AFTER.has(segments[index - 1]) || segment.length > 40;
      return isSecret && segment ? ":hidden" : segment;
    })
    .join("/");
}
