import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import PdfjsWorker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker";

/** Where the build puts what pdf.js fetches when a document needs it (vite.config.ts). */
const PARTS = new URL(`/assets/pdfjs-${version}/`, location.origin).href;
/** Pictures above it are left out: a small file can claim to hold one that fills a machine's memory. */
const LARGEST_PICTURE = 100_000_000;
/** Phones draw no canvas of more pixels. */
const LARGEST_CANVAS = 16_000_000;
/** A document can claim any number of pages. */
export const MAX_PAGES = 1000;

/** Why a PDF can't be shown: it asks for a password, or nothing can be made of it. */
export class PdfUnreadable extends Error {
  readonly reason: "locked" | "broken";

  constructor(reason: "locked" | "broken", cause: unknown) {
    super(`The PDF is ${reason}`, { cause });
    this.reason = reason;
  }
}

export type DrawnPage = {
  canvas: HTMLCanvasElement;
  /** Its words in the order in which they stand in the file; empty for a scan. */
  text: string;
  /** Its height for a width of 1. */
  shape: number;
};

/** A PDF that was opened; it holds a worker until it is closed. */
export type PdfDocument = {
  pageCount: number;
  /** The first page's height for a width of 1, which most other pages have as well. */
  shape: number;
  /** Draws a page, counted from 1, for a width in CSS pixels. Rejects with the signal's reason once it is given. */
  draw(page: number, width: number, signal: AbortSignal): Promise<DrawnPage>;
  close(): void;
};

/**
 * Opens a PDF in a worker. Only what it looks like is taken from it: its scripts, actions, links and forms have nothing
 * that would run them, and code is never made of its text.
 * @throws PdfUnreadable
 */
export async function openPdf(data: Uint8Array): Promise<PdfDocument> {
  const port = new PdfjsWorker();
  const worker = PDFWorker.create({ port });
  const task = getDocument({
    data,
    worker,
    cMapUrl: PARTS,
    standardFontDataUrl: PARTS,
    wasmUrl: PARTS,
    useWasm: false,
    maxImageSize: LARGEST_PICTURE,
    verbosity: 0,
  });
  function close() {
    // At once: a document that keeps the worker busy for ever wouldn't let it answer.
    port.terminate();
    worker.destroy();
    task.destroy().catch(() => {});
  }
  try {
    const away = new Promise<never>((_, reject) => {
      port.onerror = () => reject(new Error("The worker didn't start"));
    });
    const pdf = await Promise.race([task.promise, away]);
    const first = shapeOf(await pdf.getPage(1));
    return { pageCount: pdf.numPages, shape: first, draw: (...args) => draw(pdf, ...args), close };
  } catch (error) {
    close();
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new PdfUnreadable(isLocked ? "locked" : "broken", error);
  }
}

function shapeOf(page: PDFPageProxy): number {
  const { width, height } = page.getViewport({ scale: 1 });
  return height / width;
}

async function draw(
  pdf: PDFDocumentProxy,
  number: number,
  width: number,
  signal: AbortSignal,
): Promise<DrawnPage> {
  const page = await pdf.getPage(number);
  signal.throwIfAborted();
  const shape = shapeOf(page);
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(LARGEST_CANVAS / (width * width * shape)));
  const scale = (width * sharpness) / page.getViewport({ scale: 1 }).width;
  // Each drawing has a canvas of its own, so that the former one stays until the new one is whole.
  const canvas = document.createElement("canvas");
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  const stop = () => drawing.cancel();
  signal.addEventListener("abort", stop);
  try {
    await drawing.promise;
    return { canvas, shape, text: await textOf(page) };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function textOf(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("")
    .trim();
}
