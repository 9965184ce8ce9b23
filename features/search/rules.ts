/** The kinds of search results, in the order of the answer. */
export const SEARCH_KINDS = ["note", "comment", "task", "plan", "dose", "file", "person"] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];

/** The longest search, in characters. */
export const SEARCH_LENGTH = 200;
/** The most words of a search that are compared; later ones are ignored. */
export const SEARCH_WORDS = 8;
/** How many of each kind the first answer has, and how many more each page after it. */
export const FIRST_HITS = 5;
export const MORE_HITS = 20;
/** Matches of a kind are counted and sorted up to this many; of more, only the newest are found. */
export const MAX_COUNTED = 1000;
/** When there are fewer exact hits of a kind, words with slips are looked for as well. */
export const SLIPS_BELOW = FIRST_HITS;
