import PDFDocument from "pdfkit";
import { getLanguage, t } from "../../lib/words/t.ts";
import { readLanguage } from "../words/read.ts";
import { createTypesetter, type Line, type TextStyle } from "./text.ts";

/** A page in points: its size, its margin, and the height that the footer takes. */
export type Layout = { width: number; height: number; margin: number; footer: number };

const A4: Layout = { width: 595.28, height: 841.89, margin: 48, footer: 64 };
/** For wide tables. */
export const A4_LANDSCAPE: Layout = { width: 841.89, height: 595.28, margin: 28, footer: 40 };

const GREY = "#60646c";
const RULE = "#d9d9e0";
const BAR = "#0b7a5b";
const BAR_GROUND = "#e4e6e9";
const LINE_HEIGHT = 1.32;
const CELL_GAP = 8;
const BAR_WIDTH = 54;

export type Column<Row> = {
  title: string;
  width: number;
  align?: "right";
  text(row: Row): string;
  /** A bar in front of the text, in percent. */
  bar?(row: Row): number | null;
};

/** How many rows of a table are drawn before other tasks of the event loop run. */
const ROWS_AT_ONCE = 25;

/** The metadata of a document, and how its pages look. */
export type SheetInfo = {
  title: string;
  author: string;
  madeAt: number;
  layout?: Layout;
  /** Draws the top of each page after the first, as a decoration; returns its height. */
  runningHead?: (pen: Pen) => number;
};

/** The drawing state of a sheet: positions in points from the upper corner where lines begin. */
export type Pen = {
  doc: PDFKit.PDFDocument;
  type: Awaited<ReturnType<typeof createTypesetter>>;
  /** The root of the tags. */
  root: PDFKit.PDFStructureElement;
  left: number;
  width: number;
  /** Where the next part begins. */
  top(): number;
  moveTo(top: number): void;
  /** Begins a new page when `height` doesn't fit; returns whether it did. */
  ensureSpace(height: number): boolean;
  newPage(): void;
  /** Draws a decoration, which screen readers skip. */
  decoration(draw: () => void, of?: "Layout" | "Pagination"): void;
  /** The left end of a box; a page from right to left mirrors it. */
  place(x: number, width: number): number;
  heightOf(lines: Line[], style: TextStyle): number;
  drawLines(lines: Line[], x: number, top: number, style: TextStyle, alignIn?: number): void;
};

/**
 * A tagged PDF that is filled from top to bottom; the tags mark headings and tables for screen readers. It is in the
 * present reader's language. Positions count from the left; a page from right to left mirrors them.
 */
export async function createSheet({ title, author, madeAt, layout = A4, runningHead }: SheetInfo) {
  const { margin: left } = layout;
  /** The lower end of the text, above the footer. */
  const bottom = layout.height - layout.footer;
  const textWidth = layout.width - 2 * left;
  const language = getLanguage();
  const isMirrored = readLanguage(language).direction === "rtl";
  const doc = new PDFDocument({
    size: [layout.width, layout.height],
    margin: 0,
    bufferPages: true,
    tagged: true,
    displayTitle: true,
    lang: language,
    pdfVersion: "1.7",
    info: { Title: title, Author: author, Creator: "CareDiary", CreationDate: new Date(madeAt) },
  });
  const parts: Buffer[] = [];
  const pdf = new Promise<Buffer>((resolve, reject) => {
    doc.on("data", (part: Buffer) => parts.push(part));
    doc.on("end", () => resolve(Buffer.concat(parts)));
    doc.on("error", reject);
  });
  const type = await createTypesetter(doc, isMirrored);
  const root = doc.struct("Document");
  doc.addStructure(root);
  let y = left;

  /** Begins a new page when `height` doesn't fit; returns whether it did. */
  function ensureSpace(height: number): boolean {
    if (y + height <= bottom) return false;
    newPage();
    return true;
  }

  function newPage(): void {
    doc.addPage();
    y = left;
    if (runningHead)
      decoration(() => {
        y += runningHead(pen);
      }, "Pagination");
  }

  /** Draws a decoration, which screen readers skip. */
  function decoration(draw: () => void, of: "Layout" | "Pagination" = "Layout"): void {
    doc.markContent("Artifact", { type: of });
    draw();
    doc.endMarkedContent();
  }

  /** Where a box is drawn. */
  const place = (x: number, width: number) => (isMirrored ? layout.width - x - width : x);

  const measureHeight = (lines: Line[], { size }: TextStyle) => lines.length * size * LINE_HEIGHT;

  function drawLines(lines: Line[], x: number, top: number, style: TextStyle, alignIn = 0): void {
    for (const [i, line] of lines.entries()) {
      const left = alignIn > 0 ? x + alignIn - line.width : x;
      type.draw(line, place(left, line.width), top + style.size * (i * LINE_HEIGHT + 0.98), style);
    }
  }

  function block(
    tag: string,
    text: string,
    style: TextStyle,
    { before = 0, after = 0, keep = 0 } = {},
  ): void {
    const lines = type.linesOf(text, textWidth, style);
    if (y > left) y += before;
    ensureSpace(measureHeight(lines, style) + keep);
    const top = y;
    root.add(doc.struct(tag, {}, () => drawLines(lines, left, top, style)));
    y += measureHeight(lines, style) + after;
  }

  /** Labels and values in two columns. */
  function facts(pairs: [label: string, value: string][]): void {
    const label: TextStyle = { size: 8.5, color: GREY };
    const value: TextStyle = { size: 11 };
    const width = (textWidth - 24) / 2;
    for (let i = 0; i < pairs.length; i += 2) {
      const row = pairs.slice(i, i + 2).map(([name, text]) => ({
        name: type.linesOf(name, width, label),
        text: type.linesOf(text, width, value, 3),
      }));
      const height =
        Math.max(...row.map(({ text }) => measureHeight(text, value))) + label.size * LINE_HEIGHT;
      ensureSpace(height);
      const top = y;
      for (const [column, { name, text }] of row.entries()) {
        const x = left + column * (width + 24);
        root.add(
          doc.struct("P", {}, () => {
            drawLines(name, x, top, label);
            drawLines(text, x, top + label.size * LINE_HEIGHT, value);
          }),
        );
      }
      y += height + 5;
    }
  }

  async function table<Row>(columns: Column<Row>[], rows: Row[]): Promise<void> {
    const head: TextStyle = { size: 8.5, bold: true, color: GREY };
    const body: TextStyle = { size: 9.5 };
    const columnLefts = columns.map((_, i) =>
      columns.slice(0, i).reduce((left, { width }) => left + width + CELL_GAP, left),
    );
    const titles = columns.map(({ title, width }) => type.linesOf(title, width, head, 2));
    const headHeight = Math.max(...titles.map((lines) => measureHeight(lines, head))) + 6;
    const drawTitle = (i: number, top: number) =>
      drawLines(titles[i]!, columnLefts[i]!, top, head, columns[i]!.align ? columns[i]!.width : 0);
    const drawRule = () =>
      decoration(() => {
        doc
          .moveTo(left, y)
          .lineTo(left + textWidth, y)
          .lineWidth(0.6)
          .strokeColor(RULE)
          .stroke();
      });

    const element = doc.struct("Table");
    root.add(element);
    ensureSpace(headHeight + 24);
    const first = doc.struct("TR");
    element.add(first);
    const headTop = y;
    for (const i of columns.keys()) first.add(doc.struct("TH", {}, () => drawTitle(i, headTop)));
    first.end();
    y += headHeight - 2;
    drawRule();
    y += 4;

    for (const [number, row] of rows.entries()) {
      if (number % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
      const cells = columns.map((column) =>
        type.linesOf(column.text(row), column.width - (column.bar ? BAR_WIDTH + 6 : 0), body, 4),
      );
      const height = Math.max(...cells.map((lines) => measureHeight(lines, body)));
      if (ensureSpace(height + 6)) {
        decoration(() => {
          for (const i of columns.keys()) drawTitle(i, y);
        });
        y += headHeight - 2;
        drawRule();
        y += 4;
      }
      const top = y;
      const tr = doc.struct("TR");
      element.add(tr);
      for (const [i, column] of columns.entries()) {
        const bar = column.bar?.(row) ?? null;
        if (bar !== null) decoration(() => drawBar(columnLefts[i]!, top + 2.5, bar));
        const offset = column.bar ? BAR_WIDTH + 6 : 0;
        const width = column.align ? column.width - offset : 0;
        tr.add(doc.struct("TD", {}, () => drawLines(cells[i]!, columnLefts[i]! + offset, top, body, width)));
      }
      tr.end();
      y += height + 3;
      drawRule();
      y += 4;
    }
    element.end();
  }

  function drawBar(x: number, top: number, percent: number): void {
    doc.roundedRect(place(x, BAR_WIDTH), top, BAR_WIDTH, 7, 2).fill(BAR_GROUND);
    const filled = Math.max(2, (BAR_WIDTH * percent) / 100);
    if (percent > 0) doc.roundedRect(place(x, filled), top, filled, 7, 2).fill(BAR);
  }

  /** Writes the footer of each page and ends the document. */
  function finish(foot: string): Promise<Buffer> {
    root.end();
    const style: TextStyle = { size: 8.5, color: GREY };
    const { count } = doc.bufferedPageRange();
    for (let page = 0; page < count; page++) {
      doc.switchToPage(page);
      const number = type.linesOf(t("paper.page", { number: page + 1, count }), 120, style);
      decoration(() => {
        drawLines(
          type.linesOf(foot, textWidth - 130, style, 1),
          left,
          layout.height - layout.footer + 20,
          style,
        );
        drawLines(number, left, layout.height - layout.footer + 20, style, textWidth);
      }, "Pagination");
    }
    doc.end();
    return pdf;
  }

  const pen: Pen = {
    doc,
    type,
    root,
    left,
    width: textWidth,
    top: () => y,
    moveTo: (top) => {
      y = top;
    },
    ensureSpace,
    newPage,
    decoration,
    place,
    heightOf: measureHeight,
    drawLines,
  };

  return {
    /** Draws a part that has a form of its own. */
    draw: <Result>(part: (pen: Pen) => Result): Result => part(pen),
    title: (text: string) => block("H1", text, { size: 21, bold: true }, { after: 2 }),
    subtitle: (text: string) => block("P", text, { size: 12, color: GREY }, { after: 12 }),
    heading: (text: string) =>
      block("H2", text, { size: 13.5, bold: true }, { before: 14, after: 5, keep: 60 }),
    text: (text: string) => block("P", text, { size: 10.5 }, { after: 4 }),
    small: (text: string) => block("P", text, { size: 9, color: GREY }, { after: 4 }),
    facts,
    table,
    /** Whether some text contains characters that no font has. */
    isIncomplete: type.hasUnknown,
    finish,
  };
}
