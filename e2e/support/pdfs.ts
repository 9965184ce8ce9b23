import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";
import PDFDocument from "pdfkit";
import { pdfOfObjects } from "../../test/files.ts";

/** A PDF letter of A4 pages as a word processor writes it, the first with a black square in its upper left corner. */
export async function letterOf(pages: number, options: PDFKit.PDFDocumentOptions = {}): Promise<Buffer> {
  const document = new PDFDocument({ size: "A4", ...options });
  const pieces: Buffer[] = [];
  document.on("data", (piece: Buffer) => pieces.push(piece));
  const whole = new Promise<Buffer>((resolve) => document.on("end", () => resolve(Buffer.concat(pieces))));
  document
    .rect(0, 0, 100, 100)
    .fill("black")
    .fontSize(20)
    .text("Discharge letter of Rosa Blum", 72, 140)
    .fontSize(12)
    .moveDown()
    .text("Torasemide 10 mg in the morning instead of 20 mg. Weigh her daily before breakfast.");
  for (let page = 2; page <= pages; page++) document.addPage().text(`Laboratory values, sheet ${page}`);
  document.end();
  return whole;
}

/** A page that shows content with resources; the resources refer to the objects from the fourth on. */
const pageShowing = (content: string, resources: string, ...objects: string[]): Buffer =>
  pdfOfObjects([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Resources << ${resources} >> /Contents 4 0 R >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    ...objects,
  ]);

/** A fax: a page with nothing but an all-black picture in CCITT group 4, the format of scanners and fax machines. */
export function faxOf(): Buffer {
  // One bit for each white line, then the end of the block; the decoding is inverted, which makes it black.
  const lines = Buffer.from([0xff, 0x00, 0x10, 0x01]).toString("latin1");
  const picture =
    "<< /Type /XObject /Subtype /Image /Width 8 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray /Decode [1 0] " +
    `/Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 8 /Rows 8 >> /Length ${lines.length} >>`;
  return pageShowing(
    "q 200 0 0 100 0 0 cm /Fax Do Q",
    "/XObject << /Fax 5 0 R >>",
    `${picture}\nstream\n${lines}\nendstream`,
  );
}

/** Two Chinese letters, and a black square in the symbol font; the file contains neither font. */
export const symbolsOf = (): Buffer =>
  pageShowing(
    "BT /Symbols 80 Tf 10 10 Td (n) Tj ET BT /Song 20 Tf 100 10 Td <D6D0CEC4> Tj ET",
    "/Font << /Symbols 5 0 R /Song 6 0 R >>",
    "<< /Type /Font /Subtype /Type1 /BaseFont /ZapfDingbats >>",
    "<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /GBK-EUC-H /DescendantFonts [7 0 R] >>",
    "<< /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light /FontDescriptor 8 0 R " +
      "/CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 2 >> >>",
    "<< /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 " +
      "/Ascent 800 /Descent -200 /CapHeight 700 /StemV 80 >>",
  );

/** The text of each page of a PDF. */
export async function pdfText(pdf: Uint8Array): Promise<string[]> {
  const loading = getDocument({ data: new Uint8Array(pdf), verbosity: 0 });
  const document = await loading.promise;
  const pages: string[] = [];
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    pages.push(items.map((item) => ("str" in item ? item.str : "")).join(""));
  }
  await loading.destroy();
  return pages;
}
