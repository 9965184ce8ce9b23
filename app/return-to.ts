/** The page after sign-in when none was requested. */
export const DEFAULT_RETURN = "/care";

/**
 * The page after sign-in: `wanted` when it is a path of this site, else {@link DEFAULT_RETURN}. Anything that a
 * browser would interpret as another site (`//host`, `\`, a scheme) is refused.
 */
export function getSafeReturnTo(wanted: unknown, origin: string): string {
  if (typeof wanted !== "string" || !wanted.startsWith("/")) return DEFAULT_RETURN;
  try {
    const url = new URL(wanted, origin);
    if (url.origin !== origin) return DEFAULT_RETURN;
    if (/^\/sign-(?:in|up)(?:\/|$)/.test(url.pathname)) return DEFAULT_RETURN;
    return url.pathname + url.search + url.hash;
  } catch {
    return DEFAULT_RETURN;
  }
}
