/**
 * Older sign-in links return with a hash. Returns the address without it when the page has to be reloaded at that
 * address (workspace 2.1), else null.
 */
export function getBarePath(location: { pathname: string; search: string; hash: string }): string | null {
  const isLeftOver = location.hash === "#/sso-callback" || location.hash === "#/";
  return isLeftOver ? location.pathname + location.search : null;
}
