import { Button } from "@mantine/core";
import { useEffect, useRef } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./more-notes.module.css";

/** The next page is loaded when its place is this close to the visible area. */
const NEAR = "1200px";

type MoreNotesProps = {
  /** Whether all notes above it are rendered: only then is its place that of the next page. */
  isAtEnd: boolean;
  isLoading: boolean;
  onMore: () => void;
};

/** Loads the next page automatically near the end of a list, or by a button. */
export function MoreNotes({ isAtEnd, isLoading, onMore }: MoreNotesProps) {
  const end = useRef<HTMLDivElement>(null);
  const more = useRef(onMore);
  more.current = onMore;

  useEffect(() => {
    if (!isAtEnd || isLoading || !end.current) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { rootMargin: `0px 0px ${NEAR} 0px` },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isAtEnd, isLoading]);

  return (
    <div ref={end} className={`${styles.more} no-print`}>
      <Button variant="default" loading={isLoading} onClick={onMore}>
        {t("notes.more")}
      </Button>
    </div>
  );
}
