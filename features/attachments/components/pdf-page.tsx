import { memo, type RefObject, useEffect, useRef, useState } from "react";
import { t } from "../../../lib/words/t.ts";
import type { PdfDocument } from "../client/pdf-document.ts";
import styles from "./pdf-preview.module.css";

type PdfPageProps = {
  pdf: PdfDocument;
  /** 1-based. */
  number: number;
  /** In CSS pixels. */
  width: number;
  /** The scrolling container of the pages. */
  within: HTMLElement;
};

/** One page, drawn while it is in or near the visible area; its text is available to screen readers. */
export const PdfPage = memo(function PdfPage({ pdf, number, width, within }: PdfPageProps) {
  const paper = useRef<HTMLDivElement>(null);
  const isNear = useIsNear(paper, within);
  const [shape, setShape] = useState(pdf.shape);
  const [text, setText] = useState<string | null>(null);
  const [isBroken, setIsBroken] = useState(false);

  useEffect(() => {
    if (isNear || !paper.current) return;
    // Phones have memory for a few drawn pages, not for a long document.
    paper.current.replaceChildren();
  }, [isNear]);

  useEffect(() => {
    if (!isNear || width === 0) return;
    const controller = new AbortController();
    pdf.draw(number, width, controller.signal).then(
      (drawn) => {
        if (controller.signal.aborted) return;
        paper.current?.replaceChildren(drawn.canvas);
        setShape(drawn.shape);
        setText(drawn.text);
      },
      (error) => {
        if (controller.signal.aborted) return;
        console.error(`Page ${number} can't be drawn`, error);
        setIsBroken(true);
      },
    );
    return () => controller.abort();
  }, [pdf, number, width, isNear]);

  const label = t("previews.page", { number, count: pdf.pageCount });
  return (
    <section className={styles.page} aria-label={label} style={{ width }}>
      {isBroken && <p role="alert">{t("previews.pageBroken")}</p>}
      <div
        ref={paper}
        className={styles.paper}
        aria-hidden="true"
        style={{ height: Math.round(width * shape) }}
      />
      {text !== null && <p className="visually-hidden">{text || t("previews.noText")}</p>}
      <p className={styles.number} aria-hidden="true">
        {label}
      </p>
    </section>
  );
});

/** Whether an element is visible or at most one screen away. */
function useIsNear(element: RefObject<HTMLElement | null>, within: HTMLElement): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) => setIsNear(entries.at(-1)!.isIntersecting), {
      root: within,
      rootMargin: "100% 0px",
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, [element, within]);
  return isNear;
}
