import type { Key } from "./words/keys.ts";
import { getLocale, t } from "./words/t.ts";

/** ISO 639 codes of the languages with the most speakers, in the world and probably in notebooks. */
const CODES =
  "af ak am ar as ay az be bg bm bn bo br bs ca ceb ckb co cs cy da de dv dz ee el en eo es et eu fa ff fi fil fo fr " +
  "fy ga gd gl gn gu gv ha haw he hi hmn hr ht hu hy id ig is it ja jv ka kk km kn ko kri ku ky la lb lg ln lo lt lv " +
  "mai mg mi mk ml mn mr ms mt my ne nl no nso ny om or pa pl ps pt qu rm rn ro ru rw sa sc sd se sg si sk sl sm sn " +
  "so sq sr st su sv sw ta te tg th ti tk tn to tr ts tt ug uk ur uz ve vi wo xh yi yo yue zh zu";

const KNOWN = new Set(CODES.split(" "));

/** Codes of devices that are written differently here. */
const ALIASES: Record<string, string> = {
  nb: "no",
  nn: "no",
  tl: "fil",
  iw: "he",
  in: "id",
  ji: "yi",
  cmn: "zh",
};

/** Names that Chromium's browsers don't know. */
const UNNAMED: Partial<Record<string, Key>> = {
  bo: "languagenames.tibetan",
  dz: "languagenames.dzongkha",
  ff: "languagenames.fula",
  gv: "languagenames.manx",
  rn: "languagenames.rundi",
  sc: "languagenames.sardinian",
  se: "languagenames.northernSami",
  sg: "languagenames.sango",
  ve: "languagenames.venda",
};

/** Whether a text is one of the codes. */
export const isLanguage = (code: string): boolean => KNOWN.has(code);

/** The code of the language in a locale such as "pt-BR"; null when it isn't one of the list. */
export function getLanguage(locale: string): string | null {
  try {
    const { language } = new Intl.Locale(locale);
    const code = ALIASES[language] ?? language;
    return isLanguage(code) ? code : null;
  } catch {
    return null;
  }
}

const listNames = (locale: string) => new Intl.DisplayNames([locale], { type: "language" });

function getName(code: string, names: Intl.DisplayNames): string {
  const name = names.of(code) ?? code;
  const key = name === code ? UNNAMED[code] : undefined;
  return key ? t(key) : name;
}

/**
 * The name of a language in itself and in that of the reader: "Deutsch (German)"; one name where both are the same, or
 * where the browser doesn't know the language's own.
 */
export function getLanguageName(code: string, names = listNames(getLocale())): string {
  const name = getName(code, names);
  const own = listNames(code).of(code) ?? name;
  return own.toLowerCase() === name.toLowerCase() || own === code ? name : `${own} (${name})`;
}

type Choice = { value: string; label: string };

const all = new Map<string, Choice[]>();

/** All codes with their names, in the order of the reader's names; made once, because each name needs its own locale. */
export function getLanguages(): Choice[] {
  const locale = getLocale();
  const names = listNames(locale);
  const made =
    all.get(locale) ??
    [...KNOWN]
      .map((value) => ({ value, label: getLanguageName(value, names), name: getName(value, names) }))
      .sort((a, b) => a.name.localeCompare(b.name, locale))
      .map(({ value, label }) => ({ value, label }));
  all.set(locale, made);
  return made;
}
