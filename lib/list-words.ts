import { getLocale } from "./words/t.ts";

/** A list in a sentence: "the title", "the title and the tags", "the title, the date and the tags". */
export function listInWords(things: readonly string[]): string {
  const locale = getLocale();
  // English has no comma before its "and" here.
  return new Intl.ListFormat(locale.startsWith("en") ? "en-GB" : locale, { type: "conjunction" }).format(
    things,
  );
}
