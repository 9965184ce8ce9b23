import { cutText } from "../../../lib/cut-text.ts";
import {
  getIndexedWords,
  getPlacedCompounds,
  getPlacedWords,
  isUnspaced,
  listAlternatives,
  type PlacedWord,
} from "../../../lib/search-text/fold.ts";
import { isSlip } from "../../../lib/search-text/slips.ts";
import type { MarkedText } from "../schema.ts";

/** A part of a word, in letters. */
type Part = { from: number; to: number };

const SHORTEST_ENDING = 4;

/** The parts of a word that a searched word matches exactly; both are folded. */
function exactParts(searched: string, word: string): Part[] {
  if (isUnspaced(searched) || isUnspaced(word)) {
    const parts: Part[] = [];
    for (let at = word.indexOf(searched); at >= 0; at = word.indexOf(searched, at + searched.length))
      parts.push({ from: at, to: at + searched.length });
    return parts;
  }
  if (searched.length === 1) return word === searched ? [{ from: 0, to: 1 }] : [];
  if (word.startsWith(searched)) return [{ from: 0, to: searched.length }];
  if (searched.length >= SHORTEST_ENDING && word.endsWith(searched))
    return [{ from: word.length - searched.length, to: word.length }];
  return [];
}

/** Determines how well texts match the searched words. It remembers the compared words: texts repeat them. */
export function getMatcher(searched: readonly string[]) {
  const known = new Map(simpleWords(searched).map((one) => [one, new Map<string, 0 | 1 | 2>()]));
  const rank = (one: string, word: string) =>
    exactParts(one, word).length > 0 ? 2 : isSlip(one, word) ? 1 : 0;
  const findBest = (one: string, words: ReadonlySet<string>): 0 | 1 | 2 => {
    const ranks = known.get(one)!;
    let best: 0 | 1 | 2 = 0;
    for (const word of words) {
      let found = ranks.get(word);
      if (found === undefined) {
        found = rank(one, word);
        ranks.set(word, found);
      }
      if (found > best) best = found;
      if (best === 2) break;
    }
    return best;
  };
  /** 2 when the text has all words exactly, 1 when some only with slips, 0 when not all. */
  return (text: string): 0 | 1 | 2 => {
    const words = new Set(getIndexedWords(text));
    let worst: 0 | 1 | 2 = 2;
    for (const one of searched) {
      const ranks = listAlternatives(one).map((parts) =>
        Math.min(...parts.map((part) => findBest(part, words))),
      );
      const best = Math.max(...ranks) as 0 | 1 | 2;
      if (best === 0) return 0;
      if (best < worst) worst = best;
    }
    return worst;
  };
}

/** The words of all alternatives of the searched ones, each once. */
const simpleWords = (searched: readonly string[]): string[] => [
  ...new Set(searched.flatMap(listAlternatives).flat()),
];

/** Marks the matches in a text. */
export function markMatches(searched: readonly string[], text: string, withSlips: boolean): MarkedText {
  const words = getPlacedWords(text);
  const simple = simpleWords(searched);
  const ranges = [...words, ...getPlacedCompounds(text, words)].flatMap((placed) =>
    findRanges(simple, placed, withSlips),
  );
  const parts: MarkedText = [];
  const add = (from: number, to: number, isMatch: boolean) => {
    if (to <= from) return;
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text.slice(from, to);
    else parts.push({ text: text.slice(from, to), isMatch });
  };
  let at = 0;
  for (const { from, to } of ranges.sort((a, b) => a.from - b.from)) {
    add(at, from, false);
    add(Math.max(at, from), to, true);
    at = Math.max(at, to);
  }
  add(at, text.length, false);
  return parts;
}

/** The places in the text of matches in one of its words. */
function findRanges(searched: readonly string[], { word, from, to }: PlacedWord, withSlips: boolean) {
  const parts = searched.flatMap((one) => {
    const exact = exactParts(one, word);
    return exact.length === 0 && withSlips && isSlip(one, word) ? [{ from: 0, to: word.length }] : exact;
  });
  return parts.map((part) => ({ from: from[part.from]!, to: to[part.to - 1]! }));
}

/** Letters before the first match, and in all. */
const BEFORE = 50;
const SNIPPET = 180;
/** A long text is searched in pieces: only one of them is shown. */
const PIECE = 400;

/** The part of a text around its first match, or its beginning without one, with its matches marked. */
export function cutSnippet(searched: readonly string[], text: string, withSlips: boolean): MarkedText {
  const whole = text.replace(/\s+/g, " ").trim();
  const pieces = whole.match(new RegExp(`.{1,${PIECE}}(?:\\s|$)|.{1,${PIECE}}`, "gsu")) ?? [];
  const matches = (piece: string, one: string, slips: boolean) =>
    getIndexedWords(piece).some((word) => exactParts(one, word).length > 0 || (slips && isSlip(one, word)));
  const simple = simpleWords(searched);
  let best = { index: 0, count: 0 };
  for (const [index, piece] of pieces.entries()) {
    const count = simple.filter((one) => matches(piece, one, withSlips)).length;
    if (count > best.count) best = { index, count };
    if (best.count === simple.length) break;
  }
  const parts = markMatches(searched, (pieces[best.index] ?? "") + (pieces[best.index + 1] ?? ""), withSlips);
  return cutAround(parts, best.index > 0, best.index + 2 < pieces.length);
}

function cutAround(parts: MarkedText, isBegun: boolean, goesOn: boolean): MarkedText {
  const [first, ...rest] = parts;
  if (!first) return [];
  let head = first;
  if (!first.isMatch && rest.length > 0 && first.text.length > BEFORE) {
    const tail = [...first.text].slice(-BEFORE).join("");
    head = { text: `…${tail.slice(tail.indexOf(" ") + 1)}`, isMatch: false };
  } else if (isBegun) head = { ...first, text: first.isMatch ? first.text : `…${first.text}` };
  const shown: MarkedText = [];
  let left = SNIPPET;
  for (const part of [head, ...rest]) {
    const text = cutText(part.text, left);
    if (text) shown.push({ ...part, text });
    left -= text.length;
    if (text !== part.text || left <= 0) {
      goesOn = true;
      break;
    }
  }
  if (goesOn) shown.push({ text: "…", isMatch: false });
  return shown;
}
