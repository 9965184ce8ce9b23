import {
  getDocument,
  type PDFDocumentProxy,
  type PDFPageProxy,
  PDFWorker,
  version,
} from "pdfjs-dist/legacy/build/pdf.mjs";
import PdfjsWorker from "pdfjs-dist/legacy/build/pdf.worker.min.mjs?worker";

/** Where the build puts the files that pdf.js loads on demand (vite.config.ts). */
const PARTS = new URL(`/assets/pdfjs-${version}/`, location.origin).href;
/** Larger images are left out: a small file can contain an image that fills the memory when decoded. */
const LARGEST_PICTURE = 100_000_000;
/** Phones don't render larger canvases. */
const LARGEST_CANVAS = 16_000_000;
/** Limits the pages, because a document can claim any number. */
export const MAX_PAGES = 1000;

/** Why a PDF can't be shown: it needs a password, or it is damaged. */
export class PdfUnreadable extends Error {
  readonly reason: "locked" | "broken";

  constructor(reason: "locked" | "broken", cause: unknown) {
    super(`The PDF is ${reason}`, { cause });
    this.reason = reason;
  }
}

export type DrawnPage = {
  canvas: HTMLCanvasElement;
  /** The page's text in the order of the file; empty for a scan. */
  text: string;
  /** Height divided by width. */
  shape: number;
};

/** An opened PDF; it occupies a worker until it is closed. */
export type PdfDocument = {
  pageCount: number;
  /** Height divided by width of the first page; most other pages share it. */
  shape: number;
  /** Draws a page (1-based) at a width in CSS pixels. Rejects with the signal's reason when aborted. */
  draw(page: number, width: number, signal: AbortSignal): Promise<DrawnPage>;
  close(): void;
};

/**
 * Opens a PDF in a worker for display only: nothing runs its scripts, actions, links or forms, and no code is generated
 * from its content.
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
    // Terminated at once: a worker busy with a document wouldn't answer.
    port.terminate();
    worker.destroy();
    task.destroy().catch(() => {});
  }
  try {
    const away = new Promise<never>((_, reject) => {
      port.onerror = () => reject(new Error("The worker didn't start"));
    });
    const pdf = await Promise.race([task.promise, away]);
    const first = getAspectRatio(await pdf.getPage(1));
    return { pageCount: pdf.numPages, shape: first, draw: (...args) => draw(pdf, ...args), close };
  } catch (error) {
    close();
    const isLocked = error instanceof Error && error.name === "PasswordException";
    throw new PdfUnreadable(isLocked ? "locked" : "broken", error);
  }
}

function getAspectRatio(page: PDFPageProxy): number {
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
  const shape = getAspectRatio(page);
  const sharpness = Math.min(window.devicePixelRatio, Math.sqrt(LARGEST_CANVAS / (width * width * shape)));
  const scale = (width * sharpness) / page.getViewport({ scale: 1 }).width;
  // Each drawing has its own canvas, so that the previous one stays visible until the new one is complete.
  const canvas = document.createElement("canvas");
  const viewport = page.getViewport({ scale });
  canvas.width = Math.max(1, Math.floor(viewport.width));
  canvas.height = Math.max(1, Math.floor(viewport.height));
  const drawing = page.render({ canvas, viewport });
  const stop = () => drawing.cancel();
  signal.addEventListener("abort", stop);
  try {
    await drawing.promise;
    return { canvas, shape, text: await readText(page) };
  } finally {
    signal.removeEventListener("abort", stop);
  }
}

async function readText(page: PDFPageProxy): Promise<string> {
  const { items } = await page.getTextContent();
  return items
    .map((item) => ("str" in item ? item.str + (item.hasEOL ? "\n" : "") : ""))
    .join("")
    .trim();
}
