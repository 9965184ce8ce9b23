/** A number takes its level from its neighbours, and is read from left to right in either direction. */
export type Direction = "left" | "right" | "number" | "neutral";
export type Base = "left" | "right";
export type Piece = { text: string; direction: Direction };

const NUMBER = "\\p{N}+(?:[.,:\\/٫٬]\\p{N}+)*[%٪]?";
const RIGHT =
  "(?:[[\\p{sc=Hebrew}\\p{sc=Arabic}\\p{sc=Syriac}\\p{sc=Thaana}\\p{sc=Nko}\\u0640]--[\\p{N}\\p{M}]]\\p{M}*)+";
const LEFT = "[\\p{L}\\p{M}]";
const PIECES = new RegExp(`(${NUMBER})|(${RIGHT})|((?:(?!${RIGHT})${LEFT})+)|(.)`, "gvs");
const ANY_RIGHT = new RegExp(RIGHT, "v");

/** Whether a text contains right-to-left letters. */
export const hasRightToLeft = (text: string): boolean => ANY_RIGHT.test(text);

/** The direction of a paragraph: that of its first letter. */
export function getBase(text: string): Base {
  const strong = splitPieces(text).find(({ direction }) => direction === "left" || direction === "right");
  return strong?.direction === "right" ? "right" : "left";
}

/**
 * Splits a text into pieces of one direction each, in logical order; every neutral character is a piece of its own.
 */
export function splitPieces(text: string): Piece[] {
  return [...text.matchAll(PIECES)].map(([all, number, right, left]) => ({
    text: all,
    direction: number ? "number" : right ? "right" : left ? "left" : "neutral",
  }));
}

/**
 * The pieces of a line from left to right, as they are drawn; right-to-left sequences are reversed. This is the part
 * of the Unicode Bidirectional Algorithm (UAX #9) that names and titles need: the text has no embedding or isolation
 * characters, they are removed before.
 */
export function toVisualOrder<One extends Piece>(pieces: readonly One[], base: Base): One[] {
  const levels = getLevels(pieces, base);
  const order = pieces.map((piece, i) => {
    const isTurned = levels[i]! % 2 === 1 && piece.direction === "neutral";
    return { piece: isTurned ? { ...piece, text: mirrored(piece.text) } : piece, level: levels[i]! };
  });
  // UAX #9, L2: from the deepest level on, reverses each sequence of at least that level.
  for (let level = Math.max(0, ...levels); level > 0; level--) {
    for (let from = 0; from < order.length; from++) {
      let to = from;
      while (to < order.length && order[to]!.level >= level) to++;
      if (to > from) order.splice(from, to - from, ...order.slice(from, to).reverse());
      from = to;
    }
  }
  return order.map(({ piece }) => piece);
}

type Side = Base | "number" | null;

/** Even levels are left to right, odd ones right to left. */
function getLevels(pieces: readonly Piece[], base: Base): number[] {
  const sides = getSides(pieces, base);
  resolveBrackets(pieces, sides, base);
  const level = (side: Base) => (side === "right" ? 1 : base === "left" ? 0 : 2);
  const getSide = (side: Side | undefined): Base => (side === "left" ? "left" : side ? "right" : base);
  return sides.map((side, i) => {
    if (side === "number") return 2;
    if (side) return level(side);
    // N1, N2: a neutral piece between two of one direction takes theirs, else that of the paragraph.
    const before = getSide(sides.slice(0, i).findLast((one) => one !== null));
    const after = getSide(sides.slice(i + 1).find((one) => one !== null));
    return level(before === after ? before : base);
  });
}

/** W7: a number after left-to-right letters is left-to-right too. Null: not yet resolved. */
function getSides(pieces: readonly Piece[], base: Base): Side[] {
  let letters = base;
  return pieces.map(({ direction }): Side => {
    if (direction === "left" || direction === "right") letters = direction;
    if (direction === "neutral") return null;
    return direction === "number" && letters === "left" ? "left" : direction;
  });
}

/**
 * N0: a pair of brackets takes the direction of the paragraph, unless everything inside and before it has the other
 * one.
 */
function resolveBrackets(pieces: readonly Piece[], sides: Side[], base: Base): void {
  const open: number[] = [];
  for (const [end, { text }] of pieces.entries()) {
    if (OPENING.has(text)) open.push(end);
    const start = open.findLastIndex((at) => MIRRORED.get(pieces[at]!.text) === text);
    if (!CLOSING.has(text) || start < 0) continue;
    const begin = open[start]!;
    open.length = start;
    const inside = sides.slice(begin + 1, end).filter((side) => side !== null);
    if (inside.length === 0) continue;
    const before = sides.slice(0, begin).findLast((side) => side !== null) ?? base;
    const isBase = (side: Side) => (side === "left") === (base === "left");
    const side = inside.some(isBase) || isBase(before) ? base : base === "left" ? "right" : "left";
    sides[begin] = side;
    sides[end] = side;
  }
}

const PAIRS = ["()", "[]", "{}", "<>", "«»", "‹›"];
const OPENING = new Set(PAIRS.map((pair) => pair[0]!));
const CLOSING = new Set(PAIRS.map((pair) => pair[1]!));
const MIRRORED = new Map(
  PAIRS.flatMap(
    ([open, close]) =>
      [
        [open!, close!],
        [close!, open!],
      ] as const,
  ),
);

const mirrored = (text: string) =>
  [...text]
    .reverse()
    .map((letter) => MIRRORED.get(letter) ?? letter)
    .join("");
