import type { Pen } from "./sheet.ts";
import type { Line, TextStyle } from "./text.ts";

/** A cell: a few short lines with a larger first one, and the text for screen readers. */
export type GridCell = {
  lines: string[];
  spoken: string;
  /** A grey ground, in addition to its text, for cells that aren't to be filled in. */
  isOff?: boolean;
};

export type GridRow = {
  /** The lines of the row's head; the first is bold. */
  head: string[];
  cells: GridCell[];
};

type Grid = { corner: string; columns: string[]; headWidth: number; rows: readonly GridRow[] };

const RULE = "#8b8d98";
const OFF = "#eceef0";
const TITLE: TextStyle = { size: 7.5, bold: true };
const HEAD: TextStyle = { size: 8.5, bold: true };
const HEAD_MORE: TextStyle = { size: 7.5 };
const CELL: TextStyle = { size: 7.5, bold: true };
const CELL_MORE: TextStyle = { size: 5.8 };
const PADDING = 2.5;
const MIN_HEIGHT = 22;
/** How many rows are drawn before other tasks of the event loop run. */
const ROWS_AT_ONCE = 10;

/** A ruled table of many narrow columns, as a form on paper. Its head is repeated on each page. */
export async function drawGrid(pen: Pen, { corner, columns, headWidth, rows }: Grid): Promise<void> {
  const { doc, root, left } = pen;
  const cellWidth = (pen.width - headWidth) / columns.length;
  const lefts = columns.map((_, i) => left + headWidth + i * cellWidth);
  const breakCellLines = (text: string, width: number, style: TextStyle, most: number) =>
    pen.type.linesOf(text, width - 2 * PADDING, style, most);

  const titleHeight = TITLE.size * 1.32 + 2 * PADDING;
  const cornerLines = breakCellLines(corner, headWidth, TITLE, 1);
  const titles = columns.map((text) => breakCellLines(text, cellWidth + 2 * PADDING, TITLE, 1));
  const drawCorner = (top: number) => pen.drawLines(cornerLines, left + PADDING, top + PADDING, TITLE);
  const drawTitle = (i: number, top: number) => centre(titles[i]!, i, top + PADDING, TITLE);

  function centre(lines: Line[], column: number, top: number, style: TextStyle): void {
    for (const [i, line] of lines.entries())
      pen.drawLines(
        [line],
        lefts[column]! + (cellWidth - line.width) / 2,
        top + i * pen.heightOf([line], style),
        style,
      );
  }

  /** The rules around the cells of one row. */
  function rules(top: number, height: number, off: readonly boolean[] = []): void {
    pen.decoration(() => {
      for (const [i, isOff] of off.entries())
        if (isOff) doc.rect(pen.place(lefts[i]!, cellWidth), top, cellWidth, height).fill(OFF);
      doc.lineWidth(0.5).strokeColor(RULE);
      doc.rect(left, top, pen.width, height);
      for (const x of lefts.map((from) => pen.place(from, 0))) doc.moveTo(x, top).lineTo(x, top + height);
      doc.stroke();
    });
  }

  const table = doc.struct("Table");
  root.add(table);
  pen.ensureSpace(titleHeight + 3 * MIN_HEIGHT);
  const top = pen.top();
  rules(top, titleHeight);
  const first = doc.struct("TR");
  table.add(first);
  first.add(doc.struct("TH", {}, () => drawCorner(top)));
  for (const i of columns.keys()) first.add(doc.struct("TH", {}, () => drawTitle(i, top)));
  first.end();
  pen.moveTo(top + titleHeight);

  for (const [number, row] of rows.entries()) {
    if (number % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await new Promise((resolve) => setImmediate(resolve));
    const head = row.head.map((text, i) => {
      const style = i === 0 ? HEAD : HEAD_MORE;
      return { style, lines: breakCellLines(text, headWidth, style, i === 0 ? 3 : 2) };
    });
    const cells = row.cells.map(({ lines }) =>
      lines.map((text, i) => {
        const style = i === 0 ? CELL : CELL_MORE;
        return { style, lines: breakCellLines(text, cellWidth + 2 * PADDING, style, 1) };
      }),
    );
    const measureHeight = (parts: typeof head) =>
      parts.reduce((sum, { lines, style }) => sum + pen.heightOf(lines, style), 2 * PADDING);
    const height = Math.max(MIN_HEIGHT, measureHeight(head), ...cells.map(measureHeight));
    if (pen.ensureSpace(height)) {
      const again = pen.top();
      rules(again, titleHeight);
      pen.decoration(() => {
        drawCorner(again);
        for (const i of columns.keys()) drawTitle(i, again);
      });
      pen.moveTo(again + titleHeight);
    }
    const rowTop = pen.top();
    rules(
      rowTop,
      height,
      row.cells.map(({ isOff }) => isOff ?? false),
    );
    const tr = doc.struct("TR");
    table.add(tr);
    tr.add(
      doc.struct("TH", {}, () => {
        let y = rowTop + PADDING;
        for (const { lines, style } of head) {
          pen.drawLines(lines, left + PADDING, y, style);
          y += pen.heightOf(lines, style);
        }
      }),
    );
    for (const [i, parts] of cells.entries())
      tr.add(
        doc.struct("TD", { alt: row.cells[i]!.spoken }, () => {
          let y = rowTop + PADDING;
          for (const { lines, style } of parts) {
            centre(lines, i, y, style);
            y += pen.heightOf(lines, style);
          }
        }),
      );
    tr.end();
    pen.moveTo(rowTop + height);
  }
  table.end();
}
