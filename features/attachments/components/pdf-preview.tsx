import { useState } from "react";
import { ATTACHMENT_WORDS } from "../client/attachment-words.ts";
import { MAX_PAGES } from "../client/pdf-document.ts";
import { usePdf } from "../client/use-pdf.ts";
import { useZoom } from "../client/use-zoom.ts";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-preview.module.css";
import { PreviewDialog, type PreviewProps } from "./preview-dialog.tsx";
import { ZoomControls } from "./zoom-controls.tsx";

const PROBLEMS = {
  away: ATTACHMENT_WORDS.pdfAway,
  locked: ATTACHMENT_WORDS.pdfLocked,
  broken: ATTACHMENT_WORDS.pdfBroken,
};

/**
 * A PDF with its pages below each other, fitted to the window's width or zoomed in. Nothing in it runs: pages are only
 * drawn.
 */
export function PdfPreview(props: PreviewProps) {
  const { _id, filename } = props.attachment;
  const [place, setPlace] = useState<HTMLElement | null>(null);
  const { pdf, problem } = usePdf(_id);
  const { width, percent, smaller, larger } = useZoom(place);
  const shown = Math.min(pdf?.pageCount ?? 0, MAX_PAGES);
  const controls = pdf && <ZoomControls percent={percent} smaller={smaller} larger={larger} />;
  return (
    <PreviewDialog {...props} controls={controls}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach scrollable content */}
      <section ref={setPlace} className={styles.place} aria-label={`Pages of ${filename}`} tabIndex={0}>
        {problem && (
          <p className={styles.message} role="alert">
            {PROBLEMS[problem]}
          </p>
        )}
        {!pdf && !problem && (
          <p className={styles.message} role="status">
            Loading the PDF...
          </p>
        )}
        {pdf &&
          place &&
          Array.from({ length: shown }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages don't move
            <PdfPage key={i} pdf={pdf} number={i + 1} width={width} within={place} />
          ))}
        {pdf && pdf.pageCount > shown && (
          <p className={styles.message}>
            Only the first {shown} pages are shown here. Download the PDF to see all.
          </p>
        )}
      </section>
    </PreviewDialog>
  );
}
