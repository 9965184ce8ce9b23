/**
 * The addresses that people open, as the program's router writes them: `$name` stands for one segment, a last `$` for
 * all the rest. A test holds the list against the router.
 */
export const PAGE_PATHS = [
  "/",
  ...["/pricing", "/security", "/help", "/community", "/about", "/privacy", "/terms"],
  ...["/sign-in", "/sign-in/$", "/sign-up", "/sign-up/$"],
  ...["/invitations/$token/accept", "/invitation/$token"],
  ...["/home", "/tasks", "/calendar", "/recording", "/account"],
  // Below these two every other address leads to the area's own start.
  ...["/care", "/care/$", "/admin", "/admin/$"],
  ...["/diaries", "/diaries/$", "/app", "/app/$"],
];

/** Has no page of its own, but the landing page leads to it, and from there it leads back. */
const LINKED = ["/demo"];

const PATTERNS = [...PAGE_PATHS, ...LINKED].map(patternOf);

function patternOf(path: string): RegExp {
  const segments = path.replaceAll(/\$[a-zA-Z]+/g, "[^/]+").replace(/\$$/, ".*");
  return new RegExp(`^${segments}/?$`);
}

/** Whether the program has a page at an address. */
export const isPagePath = (path: string): boolean => PATTERNS.some((pattern) => pattern.test(path));
