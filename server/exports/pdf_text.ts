import { readFile } from "node:fs/promises";

const FILES = {
  regular: "atkinson-hyperlegible-next-regular.ttf",
  bold: "atkinson-hyperlegible-next-bold.ttf",
  // For Greek, Cyrillic and Vietnamese, which the first family doesn't have.
  otherRegular: "noto-sans-regular.ttf",
  otherBold: "noto-sans-bold.ttf",
} as const;
type FontName = keyof typeof FILES;

/** What there is in none of the fonts, such as emoji, is shown as this. */
const NO_GLYPH = "\ufffd";

export type TextStyle = { size: number; bold?: boolean; color?: string };
/** Words of one font that are drawn at once. */
type Run = { text: string; font: FontName; width: number };
export type Line = { runs: Run[]; width: number };

type Glyphs = { hasGlyphForCodePoint(codePoint: number): boolean };

/**
 * Sets text in a document: lines are broken here and not by the library, because each word takes the first font that has
 * all of its letters.
 */
export async function createTypesetter(doc: PDFKit.PDFDocument) {
  const glyphs = {} as Record<FontName, Glyphs>;
  for (const [name, file] of Object.entries(FILES) as [FontName, string][]) {
    doc.registerFont(name, await readFile(new URL(`./fonts/${file}`, import.meta.url)));
    doc.font(name);
    // The library's types leave out the font that it has just read.
    glyphs[name] = (doc as unknown as { _font: { font: Glyphs } })._font.font;
  }

  const has = (font: FontName, text: string) =>
    [...text].every((letter) => glyphs[font].hasGlyphForCodePoint(letter.codePointAt(0)!));

  function runOf(word: string, { size, bold }: TextStyle): Run {
    const own: FontName = bold ? "bold" : "regular";
    const other: FontName = bold ? "otherBold" : "otherRegular";
    const font = has(own, word) ? own : other;
    const text = font === own ? word : replaceUnknown(word, (letter) => has(other, letter));
    return { text, font, width: doc.font(font).fontSize(size).widthOfString(text) };
  }

  /** A text in lines of at most `width` points, and at most `most` of them; then the last ends with "…". */
  function linesOf(text: string, width: number, style: TextStyle, most = 20): Line[] {
    const space = runOf(" ", style).width;
    const lines: Line[] = [{ runs: [], width: 0 }];
    const words = readable(text)
      .split(" ")
      .flatMap((word) => pieces(word, width, style));
    for (const [index, run] of words.entries()) {
      const line = lines.at(-1)!;
      const gap = line.runs.length > 0 ? space : 0;
      if (line.runs.length === 0 || line.width + gap + run.width <= width) {
        addRun(line, run, gap);
      } else if (lines.length < most) {
        lines.push({ runs: [run], width: run.width });
      } else {
        if (index < words.length) addRun(line, runOf("…", style), 0);
        break;
      }
    }
    return lines;
  }

  function addRun(line: Line, run: Run, gap: number): void {
    const last = line.runs.at(-1);
    if (last && gap > 0 && last.font === run.font) {
      last.text += ` ${run.text}`;
      last.width += gap + run.width;
    } else {
      if (last && gap > 0) {
        last.text += " ";
        last.width += gap;
      }
      line.runs.push({ ...run });
    }
    line.width += gap + run.width;
  }

  /** A word that is wider than its line comes in parts. */
  function pieces(word: string, width: number, style: TextStyle): Run[] {
    const whole = runOf(word, style);
    if (whole.width <= width) return [whole];
    const parts: string[] = [""];
    for (const letter of word) {
      const longer = parts.at(-1)! + letter;
      if (parts.at(-1) !== "" && runOf(longer, style).width > width) parts.push(letter);
      else parts[parts.length - 1] = longer;
    }
    return parts.map((part) => runOf(part, style));
  }

  /** Draws a line with its baseline at `y`; `x` is its left end. */
  function draw(line: Line, x: number, y: number, { size, color = "#1c2024" }: TextStyle): void {
    let at = x;
    for (const { text, font, width } of line.runs) {
      doc.font(font).fontSize(size).fillColor(color);
      doc.text(text, at, y, { lineBreak: false, baseline: "alphabetic" });
      at += width;
    }
  }

  return { linesOf, draw };
}

export type Typesetter = Awaited<ReturnType<typeof createTypesetter>>;

/** One line of text without what has no shape of its own: controls, joiners, marks of direction and of colour. */
const readable = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/[\p{Cf}\p{Cs}\p{Variation_Selector}]/gu, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();

/** Several unknown letters in a row become one mark. */
function replaceUnknown(word: string, isKnown: (letter: string) => boolean): string {
  const letters = [...word].map((letter) => (isKnown(letter) ? letter : NO_GLYPH));
  return letters.filter((letter, i) => letter !== NO_GLYPH || letters[i - 1] !== NO_GLYPH).join("");
}
