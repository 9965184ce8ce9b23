import { useEffect, useState } from "react";
import { openPdf, type PdfDocument, PdfUnreadable } from "./pdf-document.ts";
import { usePreviewUrl } from "./use-preview-url.ts";

type PdfState = { pdf: PdfDocument | null; problem: "away" | "locked" | "broken" | null };

const LOADING: PdfState = { pdf: null, problem: null };

/** Loads and opens the PDF of an attachment while mounted; both `pdf` and `problem` are null while it loads. */
export function usePdf(attachmentId: string): PdfState {
  const { url, isMissing } = usePreviewUrl(attachmentId);
  const [state, setState] = useState(LOADING);

  useEffect(() => {
    setState(LOADING);
    if (!url) return;
    const controller = new AbortController();
    let document: PdfDocument | null = null;
    load(url, controller.signal).then(
      (pdf) => {
        if (controller.signal.aborted) return pdf.close();
        document = pdf;
        setState({ pdf, problem: null });
      },
      (error) => {
        if (controller.signal.aborted) return;
        console.error("The PDF can't be shown", error);
        setState({ pdf: null, problem: error instanceof PdfUnreadable ? error.reason : "away" });
      },
    );
    return () => {
      controller.abort();
      document?.close();
    };
  }, [url]);

  return isMissing ? { pdf: null, problem: "away" } : state;
}

async function load(url: string, signal: AbortSignal): Promise<PdfDocument> {
  const answer = await fetch(url, { signal });
  if (!answer.ok) throw new Error(`The file's address answered ${answer.status}`);
  return openPdf(new Uint8Array(await answer.arrayBuffer()));
}
