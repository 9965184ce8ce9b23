/**
 * The addresses of pages, as the client's router writes them: `$name` is one segment, a last `$` the rest. A test
 * compares the list with the router.
 */
export const PAGE_PATHS = [
  "/",
  ...["/pricing", "/security", "/help", "/community", "/about", "/privacy", "/terms", "/intended-purpose"],
  ...["/sign-in", "/sign-in/$", "/sign-up", "/sign-up/$"],
  ...["/invitations/$token/accept", "/invitation/$token", "/first-administrator/$token"],
  ...[
    "/home",
    "/updates",
    "/search",
    "/notifications",
    "/notifications/settings",
    "/tasks",
    "/tasks/repeated/$taskId",
    "/calendar",
    "/recording",
    "/share",
    "/more",
    "/more/help",
    "/more/not-sent",
    "/account",
    "/account/webhooks",
  ],
  // Below these two every other address leads to the area's start page.
  ...["/care", "/care/$", "/admin", "/admin/$"],
  ...["/diaries", "/diaries/$", "/app", "/app/$"],
];

/** Has no page of its own, but the landing page links to it; the client redirects back to the landing page. */
const LINKED = ["/demo"];

const PATTERNS = [...PAGE_PATHS, ...LINKED].map(toPattern);

/** A pattern for the addresses of a page. */
export function toPattern(path: string): RegExp {
  const segments = path.replaceAll(/\$[a-zA-Z]+/g, "[^/]+").replace(/\$$/, ".*");
  return new RegExp(`^${segments}/?$`);
}

/** Whether the app has a page at an address. */
export const isPagePath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));
