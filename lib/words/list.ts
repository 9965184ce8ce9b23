import { getLocale } from "./t.ts";

/** Names in a row, such as "Ada, Grace", as the reader's language separates them. */
export const listNames = (names: readonly string[]): string =>
  new Intl.ListFormat(getLocale(), { type: "unit" }).format(names);

/** The same in a sentence, such as "the title, the date and the tags": British English has no comma before "and". */
export const listInSentence = (parts: readonly string[]): string =>
  new Intl.ListFormat(getLocale().replace("en-US", "en-GB"), { type: "conjunction" }).format(parts);
