import { getLocale } from "../../../lib/words/t.ts";

/** The name of a language in the reader's, such as "German". */
export const getLanguageName = (language: string): string =>
  new Intl.DisplayNames(getLocale(), { type: "language" }).of(language) ?? language;
