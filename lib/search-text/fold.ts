/**
 * How text is compared by the search. The function `find_words` of the database has the same rule in SQL;
 * fold.test.ts compares the two.
 */

/** Accents, vowel points and invisible characters. */
const IGNORED =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is left out on its own
  /[\u00AD\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1DC0-\u1DFF\u200B-\u200F\u202A-\u202E\u2060-\u206F\u20D0-\u20FF\uFE00-\uFE0F\uFE20-\uFE2F\uFEFF]+/gu;

/** Letters of scripts that are written without spaces. */
const UNSPACED =
  "\\u0E01-\\u0EFF\\u1000-\\u109F\\u1780-\\u17FF\\u3005-\\u3007\\u3041-\\u3096\\u3099-\\u309A\\u309D-\\u309F\\u30A1-\\u30FA\\u30FC-\\u30FF\\u31F0-\\u31FF\\u3400-\\u4DBF\\u4E00-\\u9FFF\\u{20000}-\\u{3FFFF}";
const UNSPACED_RUN = new RegExp(`[${UNSPACED}]+`, "gu");
const BEGINS_UNSPACED = new RegExp(`^[${UNSPACED}]`, "u");

const SEPARATORS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: everything but letters and digits
  /[\u0001-\u002F\u003A-\u0040\u005B-\u0060\u007B-\u00BF\u00D7\u00F7\u02B9-\u02DF\u055A-\u055F\u0589\u058A\u05BE\u05C0\u05C3\u05C6\u05F3\u05F4\u0609-\u060D\u061B-\u061F\u066A-\u066D\u06D4\u0964\u0965\u0970\u1680\u2000-\u206F\u20A0-\u20CF\u2190-\u2BFF\u2E00-\u2E7F\u3000-\u3004\u3008-\u3020\u3030\u303D-\u303F\u309B\u309C\u30A0\u30FB\uE000-\uF8FF\uFFFC\uFFFD\u{1F000}-\u{1FAFF}]+/gu;

const LETTERS = new Map(
  Object.entries({ ß: "ss", æ: "ae", œ: "oe", þ: "th" }).concat(
    [..."ıøłđðħŧŋςىةکیہ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹"].map((from, i) => [
      from,
      [..."iolddhtnσيهكيه01234567890123456789"][i]!,
    ]),
  ),
);
const REPLACED = new RegExp(`[${[...LETTERS.keys()].join("")}]`, "gu");

/** Lower-case letters without accents; only compared characters are left. */
const foldLetters = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(IGNORED, "")
    .toLowerCase()
    .replace(REPLACED, (letter) => LETTERS.get(letter)!)
    .normalize("NFKC");

/** The words of a text as the search compares them. */
export const getFoldedWords = (text: string): string[] =>
  foldLetters(text).replace(UNSPACED_RUN, " $& ").replace(SEPARATORS, " ").split(" ").filter(Boolean);

/** White space, and signs that join the parts of one word: "well-being", "l’œil". The database has the same in `find_terms`. */
const SPACES =
  "\\u0009-\\u000D\\u0020\\u0085\\u00A0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000";
const JOINERS = "\\u0027\\u002D\\u02BC\\u05BE\\u2010-\\u2015\\u2018\\u2019";
const TOKEN = new RegExp(`[^${SPACES}]+`, "gu");
const COMPOUND = new RegExp(`[^${SPACES}][${JOINERS}][^${SPACES}]`, "u");
const ALL_JOINERS = new RegExp(`[${JOINERS}]+`, "gu");

const withoutJoiners = (token: string): string => token.replace(ALL_JOINERS, "");

/** The words by which the index has a text: its words, and compounds also as one word. */
export const getIndexedWords = (text: string): string[] => {
  const compounds = (text.match(TOKEN) ?? []).filter((token) => COMPOUND.test(token));
  return getFoldedWords([text, ...compounds.map(withoutJoiners)].join(" "));
};

/** Separates the parts of a searched word; no folded word has it. */
const BETWEEN = "-";

/** The parts of a token that is one word with joiners, folded; null for any other. */
function compoundParts(token: string): string[] | null {
  if (!COMPOUND.test(token)) return null;
  const parts = getFoldedWords(token);
  const isOne = parts.length > 1 && getFoldedWords(withoutJoiners(token)).length === 1;
  return isOne && !parts.some(isUnspaced) ? parts : null;
}

/** The words that a person searches for; one with joiners keeps them between its parts, see `listAlternatives`. */
export const getSearchedWords = (text: string): string[] =>
  (text.match(TOKEN) ?? []).flatMap((token) => compoundParts(token)?.join(BETWEEN) ?? getFoldedWords(token));

/**
 * The alternatives that a searched word matches: the word; for a compound, the word without its joiners, or all of its
 * parts.
 */
export function listAlternatives(searched: string): string[][] {
  const parts = searched.split(BETWEEN);
  return parts.length === 1 ? [parts] : [[parts.join("")], parts];
}

/** Whether a folded word is of a script without spaces: it is found by any part of it. */
export const isUnspaced = (word: string): boolean => BEGINS_UNSPACED.test(word);

/** A word with its place in the text that it was folded from. */
export type PlacedWord = {
  word: string;
  /** For each letter of the word, the begin and end of its source in the text. */
  from: readonly number[];
  to: readonly number[];
};

const graphemes = new Intl.Segmenter(undefined, { granularity: "grapheme" });

/** As `getFoldedWords`, with the places of the words. */
export function getPlacedWords(text: string): PlacedWord[] {
  const words: { word: string; from: number[]; to: number[] }[] = [];
  let current: (typeof words)[number] | null = null;
  let wasUnspaced = false;
  // Character by character as people see them: folded alone, each gives the same letters as within the text.
  for (const { segment, index } of graphemes.segment(text)) {
    for (const letter of foldLetters(segment).replace(SEPARATORS, " ")) {
      const unspaced = isUnspaced(letter);
      if (letter === " " || wasUnspaced !== unspaced) current = null;
      wasUnspaced = unspaced;
      if (letter === " ") continue;
      if (!current) {
        current = { word: "", from: [], to: [] };
        words.push(current);
      }
      current.word += letter;
      for (let unit = 0; unit < letter.length; unit++) {
        current.from.push(index);
        current.to.push(index + segment.length);
      }
    }
  }
  return words;
}

/** The words with joiners of a text as one word each, placed over all of their parts. */
export function getPlacedCompounds(text: string, words: readonly PlacedWord[]): PlacedWord[] {
  return [...text.matchAll(TOKEN)].flatMap(({ 0: token, index }) => {
    if (compoundParts(token) === null) return [];
    const parts = words.filter(({ from }) => from[0]! >= index && from[0]! < index + token.length);
    return [
      {
        word: parts.map(({ word }) => word).join(""),
        from: parts.flatMap(({ from }) => from),
        to: parts.flatMap(({ to }) => to),
      },
    ];
  });
}
