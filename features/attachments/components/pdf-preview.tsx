import { useState } from "react";
import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { MAX_PAGES } from "../client/pdf-document.ts";
import { usePdf } from "../client/use-pdf.ts";
import { useZoom } from "../client/use-zoom.ts";
import { PdfPage } from "./pdf-page.tsx";
import styles from "./pdf-preview.module.css";
import { PreviewDialog, type PreviewProps } from "./preview-dialog.tsx";
import { ZoomControls } from "./zoom-controls.tsx";

const PROBLEMS: Record<"away" | "locked" | "broken", Key> = {
  away: "previews.pdfAway",
  locked: "previews.pdfLocked",
  broken: "previews.pdfBroken",
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
  const pages = t("previews.pagesOf", { filename });
  return (
    <PreviewDialog {...props} controls={controls}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to reach scrollable content */}
      <section ref={setPlace} className={styles.place} aria-label={pages} tabIndex={0}>
        {problem && (
          <p className={styles.message} role="alert">
            {t(PROBLEMS[problem])}
          </p>
        )}
        {!pdf && !problem && (
          <p className={styles.message} role="status">
            {t("previews.loadingPdf")}
          </p>
        )}
        {pdf &&
          place &&
          Array.from({ length: shown }, (_, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: pages don't move
            <PdfPage key={i} pdf={pdf} number={i + 1} width={width} within={place} />
          ))}
        {pdf && pdf.pageCount > shown && (
          <p className={styles.message}>{t("previews.firstPages", { count: shown })}</p>
        )}
      </section>
    </PreviewDialog>
  );
}
