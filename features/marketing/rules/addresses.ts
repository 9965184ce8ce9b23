import { getLanguage, isDraft } from "../../../lib/words/t.ts";
import type { PublicPath } from "../rules.ts";

/** A language that has public pages, with its own name. */
export type PublicLanguage = { code: string; name: string };

/** The language whose pages have no prefix. */
export const ORIGINAL = "en";

/** The address of a public page in a language: `/pricing` in English, `/de/pricing` in German. */
export function getLanguageAddress(language: string, path: PublicPath): string {
  if (language === ORIGINAL) return path;
  return path === "/" ? `/${language}` : `/${language}${path}`;
}

/** The address of a public page in the reader's language; drafts have none, so their readers get English. */
export const getPublicAddress = (path: PublicPath): string =>
  getLanguageAddress(isDraft() ? ORIGINAL : getLanguage(), path);
