import { cutText } from "../../../lib/cut-text.ts";

/** The longest search, in characters; in `rules.ts` as well, which pages that only load the router don't need. */
const LENGTH = 200;

/** A search in its address: `?q=…&in=…&archived=true`. */
export type SearchAddress = {
  /** Search words. */
  q?: string;
  /** The searched notebook, by its short or full id; without it all of the reader's. */
  in?: string;
  /** Whether archived notebooks are searched too. */
  archived?: true;
};

/** Parses the search of an address; drops invalid values. */
export function searchOfAddress(search: Record<string, unknown>): SearchAddress {
  // The router parses `?q=12` as a number.
  const words = (name: string) => (search[name] === undefined ? "" : String(search[name]).trim());
  const [q, notebook] = [words("q"), words("in")];
  return {
    ...(q && { q: cutText(q.toWellFormed(), LENGTH).trim() }),
    ...(/^[0-9a-z-]{6,36}$/.test(notebook) && { in: notebook }),
    ...(search.archived === true && { archived: true as const }),
  };
}
