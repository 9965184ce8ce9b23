import type { UsePaginatedQueryResult } from "convex/react";

/** Whether a list of `usePaginatedQuery` has entries that aren't loaded yet. */
export const hasMore = (status: UsePaginatedQueryResult<unknown>["status"]): boolean =>
  status === "CanLoadMore" || status === "LoadingMore";
