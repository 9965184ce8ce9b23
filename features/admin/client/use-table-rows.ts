import { useMutation, usePaginatedQuery } from "convex/react";
import { useCallback, useEffect, useRef, useState } from "react";
import { api } from "../../../lib/api.ts";
import { getErrorMessage } from "../../../lib/error-message.ts";
import { t } from "../../../lib/words/t.ts";
import { hasMore } from "../../../ui/has-more.ts";
import { ADMIN_PAGE_SIZE, type AdminTable } from "../rules.ts";
import type { TableDefinition } from "./columns.ts";

/** `defineTable` has checked that the columns fit the rows. */
type Row = never;
type Opening = { state: "opening" | "open" } | { state: "failed"; message: string };

/** Records that an administrator opens this table; no rows are loaded before. */
function useOpening(table: AdminTable) {
  const record = useMutation(api.admin.recordTableOpening);
  const [opening, setOpening] = useState<Opening>({ state: "opening" });
  const hasRequested = useRef(false);

  const open = useCallback(async () => {
    setOpening({ state: "opening" });
    try {
      await record({ table });
      setOpening({ state: "open" });
    } catch (error) {
      const failed = t("admintables.notOpened");
      console.error(failed, error);
      setOpening({ state: "failed", message: getErrorMessage(error, failed) });
    }
  }, [record, table]);

  useEffect(() => {
    if (hasRequested.current) return;
    hasRequested.current = true;
    void open();
  }, [open]);

  return { opening, open };
}

/**
 * The rows of a table, live and paginated. `rows` is undefined until the first page is loaded. While another search
 * loads, the previous rows stay and `isFormer` is true.
 */
export function useTableRows({ page, list }: TableDefinition, q: string) {
  const { opening, open } = useOpening(page.table);
  const { results, status, loadMore } = usePaginatedQuery(
    list,
    opening.state === "open" ? (q ? { search: q } : {}) : "skip",
    { initialNumItems: ADMIN_PAGE_SIZE },
  );
  const isLoading = opening.state !== "open" || status === "LoadingFirstPage";
  const shown = useRef<Row[] | undefined>(undefined);
  if (!isLoading) shown.current = results as Row[];
  return {
    rows: isLoading ? shown.current : (results as Row[]),
    isFormer: isLoading && shown.current !== undefined,
    hasMore: hasMore(status),
    isLoadingMore: status === "LoadingMore",
    loadMore: () => loadMore(ADMIN_PAGE_SIZE),
    failure: opening.state === "failed" ? opening.message : null,
    retry: open,
  };
}
