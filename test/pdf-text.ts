import { getDocument } from "pdfjs-dist/legacy/build/pdf.mjs";

/** The text of all pages of a PDF, in the order of its content; one space between two pieces. */
export async function pdfText(bytes: Uint8Array): Promise<string> {
  const loading = getDocument({ data: new Uint8Array(bytes), verbosity: 0 });
  const document = await loading.promise;
  let text = "";
  for (let number = 1; number <= document.numPages; number++) {
    const { items } = await (await document.getPage(number)).getTextContent();
    text += items.map((item) => ("str" in item ? `${item.str} ` : "")).join("");
  }
  await loading.destroy();
  return text.replace(/ +/g, " ");
}
