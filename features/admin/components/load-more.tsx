import { Button, Loader } from "@mantine/core";
import { type RefObject, useEffect, useRef } from "react";
import { t } from "../../../lib/words/t.ts";
import styles from "./load-more.module.css";

type LoadMoreProps = {
  /** How many rows are shown. */
  count: number;
  /** The word for the rows, such as "users". */
  noun: string;
  hasMore: boolean;
  isLoading: boolean;
  onMore: () => void;
  /** The element that contains the rows. */
  table: RefObject<HTMLElement | null>;
};

/**
 * Loads the next page. The button keeps the focus; after the last page, when it disappears, the focus moves to the
 * first new row. Screen readers announce the new number of rows.
 */
export function LoadMore({ count, noun, hasMore, isLoading, onMore, table }: LoadMoreProps) {
  /** The number of rows when the next page was requested; null when none is. */
  const before = useRef<number | null>(null);
  const hadFocus = useRef(false);
  const hasLoadedMore = before.current !== null;

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
        {isLoading
          ? t("admintables.loadingMore", { rows: noun })
          : hasLoadedMore
            ? t("admintables.shown", { hasMore: String(hasMore), count, rows: noun })
            : ""}
      </p>
      {hasMore && (
        <div className={`${styles.more} no-print`}>
          <Button
            variant="default"
            // A disabled button would lose the focus.
            aria-disabled={isLoading}
            leftSection={isLoading ? <Loader size="xs" aria-hidden="true" /> : null}
            onClick={({ currentTarget }) => {
              if (isLoading) return;
              before.current = count;
              hadFocus.current = currentTarget === document.activeElement;
              onMore();
            }}
          >
            {t("admintables.loadMore")}
          </Button>
        </div>
      )}
    </>
  );
}
