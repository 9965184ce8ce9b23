/** The landing page and the other public pages (workspace 2.1). */
export const PUBLIC_PATHS = [
  "/",
  "/pricing",
  "/security",
  "/help",
  "/community",
  "/about",
  "/privacy",
  "/terms",
  "/intended-purpose",
] as const;

export type PublicPath = (typeof PUBLIC_PATHS)[number];

/** Normalizes a text for the search: lower case, no accents, single spaces. */
function normalize(text: string): string {
  return text
    .normalize("NFD")
    .replace(/\p{Mn}/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Whether each word of the search is a prefix of a word of the text; an empty search matches everything. */
export function matchesSearch(search: string, text: string): boolean {
  const words = ` ${normalize(text)}`;
  return normalize(search)
    .split(" ")
    .every((word) => words.includes(` ${word}`));
}

/**
 * The announced result of a search; empty without a search.
 * @param outcomes the announcement of each number of answers; the first, for none, has a mark in place of the search
 */
export function chooseOutcome(search: string, found: number, outcomes: readonly string[]): string {
  if (normalize(search) === "") return "";
  return outcomes[found]!.replace(SEARCH_MARK, () => search.trim());
}

/** The place of the search in the text that announces no answer. */
export const SEARCH_MARK = "%SEARCH%";
