import type { UsePaginatedQueryResult } from "convex/react";

/** Whether a list of `usePaginatedQuery` goes on after what is loaded. */
export const hasMore = (status: UsePaginatedQueryResult<unknown>["status"]): boolean =>
  status === "CanLoadMore" || status === "LoadingMore";
