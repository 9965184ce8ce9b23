import type { PreviewType } from "../server/storage/preview_type.ts";
import { jpegOf, pngOf, webpOf } from "./pictures.ts";

export type TestFile = { name: string; type: string; bytes: Buffer };

/** A PDF 1.4 of objects that are numbered from 1; the first is the catalogue. */
export function pdfOfObjects(objects: string[]): Buffer {
  let text = "%PDF-1.4\n";
  const at = objects.map((object, i) => {
    const offset = text.length;
    text += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${at.join("")}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + end, "latin1");
}

/** A small page. Catalogue and page may get more entries, such as an action that runs when the file is opened. */
export const pdfOf = (catalogue = "", page = ""): Buffer =>
  pdfOfObjects([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] ${page} >>`,
  ]);

/** A picture of one pixel. */
const GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** One file of each kind that may be previewed, with its type. */
export const PREVIEWABLE_FILES: (TestFile & { type: PreviewType })[] = [
  { name: "photo.jpg", type: "image/jpeg", bytes: await jpegOf() },
  { name: "scan.png", type: "image/png", bytes: await pngOf() },
  { name: "drawing.gif", type: "image/gif", bytes: GIF },
  { name: "photo.webp", type: "image/webp", bytes: await webpOf() },
  { name: "letter.pdf", type: "application/pdf", bytes: pdfOf() },
];

/** A visible effect of a script that ran. */
const PAYLOAD =
  "document.title='ran';new Image().src='/ran';try{parent.document.title='ran'}catch(e){};alert('ran')";
const SCRIPT = `<script>${PAYLOAD}</script>`;
const HTML = `<!doctype html><html><body onload="${PAYLOAD}">${SCRIPT}<img src=x onerror="${PAYLOAD}"></body></html>`;
const SVG = `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100" onload="${PAYLOAD}"><script>${PAYLOAD}</script></svg>`;
const text = (content: string) => Buffer.from(content, "latin1");

/**
 * Files that would run a script if their declared type were believed; `shownAs` is the type that the server finds.
 */
export const HARMFUL_FILES: (TestFile & { shownAs: PreviewType | null })[] = [
  { name: "page.html", type: "text/html", bytes: text(HTML), shownAs: null },
  { name: "page.png", type: "image/png", bytes: text(HTML), shownAs: null },
  { name: "page.txt", type: "text/plain", bytes: text(HTML), shownAs: null },
  { name: "page", type: "application/octet-stream", bytes: text(`\n\n \t${HTML}`), shownAs: null },
  { name: "wide.html", type: "text/html", bytes: Buffer.from(`\ufeff${HTML}`, "utf16le"), shownAs: null },
  { name: "drawing.svg", type: "image/svg+xml", bytes: text(SVG), shownAs: null },
  { name: "drawing.png", type: "image/png", bytes: text(`<?xml version="1.0"?>${SVG}`), shownAs: null },
  {
    name: "page.xhtml",
    type: "application/xhtml+xml",
    bytes: text(`<html xmlns="http://www.w3.org/1999/xhtml"><body>${SCRIPT}</body></html>`),
    shownAs: null,
  },
  {
    name: "styled.xml",
    type: "text/xml",
    bytes: text(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="#a"?><a>${SCRIPT}</a>`),
    shownAs: null,
  },
  { name: "run.js", type: "text/javascript", bytes: text(PAYLOAD), shownAs: null },
  {
    name: "archive.mhtml",
    type: "multipart/related",
    bytes: text(`MIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n${HTML}`),
    shownAs: null,
  },
  { name: "before.pdf", type: "application/pdf", bytes: text(`${HTML}\n%PDF-1.4\n`), shownAs: null },
  // Valid as two types: they count as the picture that they begin with, and are never served as the other type.
  { name: "both.gif", type: "text/html", bytes: text(`GIF89a${HTML}`), shownAs: "image/gif" },
  { name: "both.js", type: "text/javascript", bytes: text(`GIF89a=1;${PAYLOAD}`), shownAs: "image/gif" },
  { name: "both.jpg", type: "text/html", bytes: text(`\xff\xd8\xff\xfe${HTML}`), shownAs: "image/jpeg" },
  { name: "both.png", type: "image/svg+xml", bytes: text(`\x89PNG\r\n\x1a\n${SVG}`), shownAs: "image/png" },
  { name: "both.webp", type: "text/html", bytes: text(`RIFF\x20\0\0\0WEBP${HTML}`), shownAs: "image/webp" },
  { name: "both.pdf", type: "text/html", bytes: text(`%PDF-1.4\n${HTML}`), shownAs: "application/pdf" },
  {
    name: "running.pdf",
    type: "application/pdf",
    bytes: pdfOf(
      `/OpenAction << /S /JavaScript /JS (${"app.alert('ran');".replaceAll("(", "\\(").replaceAll(")", "\\)")}) >>`,
    ),
    shownAs: "application/pdf",
  },
];
