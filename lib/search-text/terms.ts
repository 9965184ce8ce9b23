import { isUnspaced, listAlternatives } from "./fold.ts";
import { SHORTEST_WITH_SLIP } from "./slips.ts";

/** The longest term of the index; longer words are found by their beginning. */
const LONGEST_TERM = 40;
/** Letters of a script without spaces in one term. */
const GRAM = 3;
/** From this length on a word is also found as the end of a longer one: "tablets" in "heart-tablets" written as one. */
const SHORTEST_ENDING = 4;

/** The beginning of an index term: its notebook. */
const getTermKey = (notebookId: string) => notebookId.slice(-8);

const term = (key: string, letters: string, goesOn: boolean) =>
  `'${key}${letters.replaceAll("\\", "\\\\").replaceAll("'", "''")}'${goesOn ? ":*" : ""}`;
const beginning = (letters: string) => (key: string) => term(key, letters, true);
const ending = (letters: string) => (key: string) => term(key, `<${reversed(letters)}`, true);
const reversed = (letters: string) => [...letters].reverse().join("");

type Condition = (key: string) => string;
const all = (conditions: Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : (key) => `(${conditions.map((one) => one(key)).join(" & ")})`;
const any = (conditions: Condition[]): Condition =>
  conditions.length === 1 ? conditions[0]! : (key) => `(${conditions.map((one) => one(key)).join(" | ")})`;

/** Half of all words begin like that; in other scripts one letter may be a word. */
const isOneLetter = (word: string) => /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\d]$/u.test(word);

function unspaced(word: string): Condition {
  const letters = [...word];
  if (letters.length <= GRAM) return beginning(word);
  const grams = letters.slice(GRAM - 1).map((_, i) => letters.slice(i, i + GRAM).join(""));
  return all(grams.map((gram) => (key) => term(key, gram, false)));
}

const cut = (word: string) => [...word].slice(0, LONGEST_TERM).join("");

function exactly(word: string): Condition {
  if (isUnspaced(word)) return unspaced(word);
  if (isOneLetter(word)) return (key) => term(key, word, false);
  return [...word].length < SHORTEST_ENDING || [...word].length > LONGEST_TERM
    ? beginning(cut(word))
    : any([beginning(word), ending(word)]);
}

/** The part of a word that stays the same when one half of it, its middle, or two of its three parts have slips. */
function nearly(word: string): Condition {
  const letters = [...word];
  const size = letters.length;
  if (isUnspaced(word) || size < SHORTEST_WITH_SLIP || size > LONGEST_TERM) return exactly(word);
  const first = (count: number) => beginning(letters.slice(0, count).join(""));
  const last = (count: number) => ending(letters.slice(-count).join(""));
  const half = Math.ceil(size / 2);
  const side = Math.floor((size - 1) / 2);
  return any([
    first(half),
    last(half),
    all([first(side), last(side)]),
    ...(size >= 8 ? [first(Math.max(3, Math.floor(size / 3)))] : []),
  ]);
}

/** The condition of a searched word, from that of one word: any of its alternatives. */
const eachWay =
  (condition: (word: string) => Condition) =>
  (searched: string): Condition =>
    any(listAlternatives(searched).map((parts) => all(parts.map(condition))));

/** Finds rows of a notebook with all of these searched words, each at the beginning or the end of a word; as `tsquery`. */
export const getExactQuery = (notebookId: string, words: readonly string[]): string =>
  all(words.map(eachWay(exactly)))(getTermKey(notebookId));

/** Finds rows that may have all of these words with slips, which `getMatcher` checks, but not all exactly. */
export const getSlipQuery = (notebookId: string, words: readonly string[]): string =>
  `${all(words.map(eachWay(nearly)))(getTermKey(notebookId))} & !(${getExactQuery(notebookId, words)})`;

/** Whether any of the words is long enough for slips. */
export const mayHaveSlips = (words: readonly string[]): boolean =>
  words
    .flatMap((word) => listAlternatives(word).flat())
    .some((word) => !isUnspaced(word) && [...word].length >= SHORTEST_WITH_SLIP);

/** Finds notes of a notebook with all of these whole words, the last as a prefix; as `tsquery`. */
export const listQuery = (notebookId: string, words: readonly string[]): string =>
  all(
    words.map((searched, i) =>
      any(
        listAlternatives(searched).map((parts) =>
          all(parts.map((word, j) => wholeWord(word, i === words.length - 1 && j === parts.length - 1))),
        ),
      ),
    ),
  )(getTermKey(notebookId));

function wholeWord(word: string, mayGoOn: boolean): Condition {
  if (isUnspaced(word)) return unspaced(word);
  return (key) => term(key, cut(word), mayGoOn && !isOneLetter(word));
}
