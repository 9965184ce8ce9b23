import { Button } from "@mantine/core";
import type { UsePaginatedQueryResult } from "convex/react";
import type { ReactNode } from "react";
import { hasMore } from "./has-more.ts";

type MoreButtonProps = {
  /** The list that goes on, of `usePaginatedQuery`. */
  list: Pick<UsePaginatedQueryResult<unknown>, "status" | "loadMore">;
  /** How many more entries a press loads. */
  count: number;
  children: ReactNode;
};

/** Below a list: loads its next page; absent while the first one loads and once all are there. */
export function MoreButton({ list: { status, loadMore }, count, children }: MoreButtonProps) {
  if (!hasMore(status)) return null;
  return (
    <Button
      variant="default"
      mt="sm"
      className="no-print"
      loading={status === "LoadingMore"}
      onClick={() => loadMore(count)}
    >
      {children}
    </Button>
  );
}
