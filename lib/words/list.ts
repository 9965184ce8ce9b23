import { getLocale } from "./t.ts";

/** Names in a row, such as "Ada, Grace", as the reader's language separates them. */
export const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat(getLocale(), { type: "unit" }).format(names);
