/**
 * Older sign-in links come back with a hash. Returns the address without it when the page has to be
 * loaded again bare (workspace 2.1), else null.
 */
export function barePath(location: { pathname: string; search: string; hash: string }): string | null {
  const isLeftOver = location.hash === "#/sso-callback" || location.hash === "#/";
  return isLeftOver ? location.pathname + location.search : null;
}
