import { Button, Loader } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import styles from "./load-more.module.css";

type LoadMoreProps = {
  /** How many rows are shown now. */
  count: number;
  /** The rows in words, such as "users". */
  things: string;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  /** What the rows are in. */
  table: RefObject<HTMLElement | null>;
};

/**
 * Grows a table. The button keeps the focus for the next time; after the last page, when it goes, the focus is at the
 * first of the new rows. Screen readers hear how many there are now.
 */
export function LoadMore({ count, things, hasMore, isLoading, onMore, table }: LoadMoreProps) {
  /** How many rows there were when more were asked for; null when none were. */
  const before = useRef<number | null>(null);
  const hadFocus = useRef(false);
  const isAsked = before.current !== null;

  useEffect(() => {
    if (isLoading || before.current === null || count <= before.current) return;
    if (!hasMore && hadFocus.current) {
      table.current
        ?.querySelectorAll<HTMLElement>("tbody tr")
        [before.current]?.focus({ preventScroll: true });
    }
  }, [isLoading, count, hasMore, table]);

  return (
    <>
      <p role="status" className="visually-hidden">
        {isLoading ? `Loading more ${things}...` : isAsked ? shownWords(count, things, hasMore) : ""}
      </p>
      {hasMore && (
        <div className={`${styles.more} no-print`}>
          <Button
            variant="default"
            // Disabled it would lose the focus.
            aria-disabled={isLoading}
            leftSection={isLoading ? <Loader size="xs" aria-hidden="true" /> : null}
            onClick={({ currentTarget }) => {
              if (isLoading) return;
              before.current = count;
              hadFocus.current = currentTarget === document.activeElement;
              onMore();
            }}
          >
            Load More
          </Button>
        </div>
      )}
    </>
  );
}

const shownWords = (count: number, things: string, hasMore: boolean): string =>
  hasMore ? `${count} ${things} shown.` : `${count} ${things} shown, that is all.`;
