import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ROOT } from "../root.ts";
import { type Base, type Direction, getBase, hasRightToLeft, splitPieces, toVisualOrder } from "./bidi.ts";

const FONTS = join(ROOT, "server", "pdf", "fonts");

/** The fonts in the order of the search for a letter; each a regular and a bold file. */
const FAMILIES = [
  ["atkinson-hyperlegible-next-regular.ttf", "atkinson-hyperlegible-next-bold.ttf"],
  // Greek, Cyrillic and Vietnamese, which the first family doesn't have.
  ["noto-sans-regular.ttf", "noto-sans-bold.ttf"],
  ["noto-sans-hebrew-regular.ttf", "noto-sans-hebrew-bold.ttf"],
  ["noto-sans-arabic-regular.ttf", "noto-sans-arabic-bold.ttf"],
  // An outline font, since the PDF library can't draw colour fonts.
  ["noto-emoji.ttf", "noto-emoji.ttf"],
] as const;

/** Replaces characters that no font has, such as Chinese; drawn in the family that has this mark. */
const NO_GLYPH = "\ufffd";
const NO_GLYPH_FAMILY = 1;

const LETTERS = new Intl.Segmenter("en", { granularity: "grapheme" });

export type TextStyle = { size: number; bold?: boolean; color?: string };
/** Consecutive letters of one font and direction, drawn at once. */
type Run = { text: string; font: string; width: number; direction: Direction };
/** A text that is broken only when it is wider than a line. */
type Word = { runs: Run[]; width: number };
/** `base` is the direction of its paragraph; null where everything is left to right. */
export type Line = Word & { base: Base | null };

type Glyphs = { hasGlyphForCodePoint(codePoint: number): boolean };

/**
 * Sets text in a document. It breaks lines itself, because each word uses the first font that has all of its letters,
 * or if none does, each letter the first font that has it. In a document from right to left (`isMirrored`), sentences
 * with a letter of that direction have it as a whole, and so do signs and numbers alone.
 */
export async function createTypesetter(doc: PDFKit.PDFDocument, isMirrored: boolean) {
  const files = new Set<string>(FAMILIES.flat());
  for (const file of files) doc.registerFont(file, await readFile(join(FONTS, file)));
  const known = new Map<string, Glyphs>();
  let hasUnknown = false;

  /** The glyphs of a font; read at the first use. */
  function getGlyphs(font: string): Glyphs {
    let glyphs = known.get(font);
    if (!glyphs) {
      doc.font(font);
      // The library's types lack the font that was just loaded.
      glyphs = (doc as typeof doc & { _font: { font: Glyphs } })._font.font;
      known.set(font, glyphs);
    }
    return glyphs;
  }

  function chooseFont(text: string, bold = false): string | undefined {
    const letters = [...text].map((letter) => letter.codePointAt(0)!);
    const family = FAMILIES.find((files) =>
      letters.every((letter) => getGlyphs(files[bold ? 1 : 0]).hasGlyphForCodePoint(letter)),
    );
    return family?.[bold ? 1 : 0];
  }

  function getRun(text: string, font: string, direction: Direction, size: number): Run {
    return { text, font, direction, width: doc.font(font).fontSize(size).widthOfString(text) };
  }

  /** Splits a text of one direction into runs by font. */
  function getRuns(text: string, direction: Direction, { size, bold }: TextStyle): Run[] {
    const whole = chooseFont(text, bold);
    if (whole) return [getRun(text, whole, direction, size)];
    const parts: { text: string; font: string }[] = [];
    // By grapheme: a letter with its combining marks, an emoji with the ones joined to it.
    for (const { segment } of LETTERS.segment(text)) {
      const font = chooseFont(segment, bold);
      if (!font) hasUnknown = true;
      const part = { text: font ? segment : NO_GLYPH, font: font ?? FAMILIES[NO_GLYPH_FAMILY][bold ? 1 : 0] };
      const last = parts.at(-1);
      if (last?.font !== part.font) parts.push(part);
      // Consecutive unknown letters become one mark.
      else if (font || !last.text.endsWith(NO_GLYPH)) last.text += part.text;
    }
    return parts.map((part) => getRun(part.text, part.font, direction, size));
  }

  /** Cached, because most words of a report occur many times. */
  const words = new Map<string, Word>();
  function getWord(text: string, base: Base | null, style: TextStyle): Word {
    const key = `${style.size} ${style.bold ?? false} ${base} ${text}`;
    const known = words.get(key);
    if (known) return known;
    const runs =
      base === null
        ? getRuns(text, "left", style)
        : splitPieces(text).flatMap((piece) => getRuns(piece.text, piece.direction, style));
    const word = { runs, width: runs.reduce((sum, { width }) => sum + width, 0) };
    words.set(key, word);
    return word;
  }

  /** Breaks a text into at most `most` lines of at most `width` points; a text that is cut ends with "…". */
  function breakLines(text: string, width: number, style: TextStyle, most = 20): Line[] {
    const shown = readable(text);
    const base = isMirrored ? getMirroredBase(shown) : hasRightToLeft(shown) ? getBase(shown) : null;
    const space = getWord(" ", base, style);
    const newLine = (): Line => ({ runs: [], width: 0, base });
    const lines = [newLine()];
    for (const word of shown.split(" ").flatMap((text) => pieces(text, width, base, style))) {
      const line = lines.at(-1)!;
      const isFirst = line.runs.length === 0;
      if (isFirst || line.width + space.width + word.width <= width) {
        if (!isFirst) append(line, space);
        append(line, word);
      } else if (lines.length < most) {
        lines.push(newLine());
        append(lines.at(-1)!, word);
      } else {
        append(line, getWord("…", base, style));
        break;
      }
    }
    return lines;
  }

  function append(line: Line, { runs, width }: Word): void {
    for (const run of runs) {
      const last = line.runs.at(-1);
      // With mixed directions, runs are ordered one by one and not merged.
      if (line.base === null && last && last.font === run.font) {
        last.text += run.text;
        last.width += run.width;
      } else line.runs.push({ ...run });
    }
    line.width += width;
  }

  /** Splits a word that is wider than the line. */
  function pieces(text: string, width: number, base: Base | null, style: TextStyle): Word[] {
    const whole = getWord(text, base, style);
    if (whole.width <= width) return [whole];
    const parts: string[] = [""];
    for (const letter of text) {
      const longer = parts.at(-1)! + letter;
      if (parts.at(-1) !== "" && getWord(longer, base, style).width > width) parts.push(letter);
      else parts[parts.length - 1] = longer;
    }
    return parts.map((part) => getWord(part, base, style));
  }

  /** Draws a line with its left end at `x` and its baseline at `y`. */
  function draw({ runs, base }: Line, x: number, y: number, { size, color = "#1c2024" }: TextStyle): void {
    let at = x;
    for (const { text, font, width } of base ? toVisualOrder(runs, base) : runs) {
      doc.font(font).fontSize(size).fillColor(color);
      doc.text(text, at, y, { lineBreak: false, baseline: "alphabetic" });
      at += width;
    }
  }

  return {
    linesOf: breakLines,
    draw,
    /** Whether a letter occurred that none of the fonts has. */
    hasUnknown: () => hasUnknown,
  };
}

const getMirroredBase = (text: string): Base | null =>
  hasRightToLeft(text) || !/\p{L}/u.test(text) ? "right" : null;

/** One line of text without invisible characters: controls, direction marks, variation selectors and skin tones. */
const readable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cs}\p{Variation_Selector}\p{Emoji_Modifier}]/gu, "")
    // Zero-width joiners stay where they join several emoji to one.
    .replace(/(?!(?<=\p{Extended_Pictographic})\u200d(?=\p{Extended_Pictographic}))\p{Cf}/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
