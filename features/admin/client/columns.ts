import type { PaginatedQueryItem, PaginatedQueryReference } from "convex/react";
import type { ReactNode } from "react";
import { TABLE_PAGES, type TablePage, type TablePath } from "./admin-pages.ts";

/** One column: its heading and what stands below it in a row. The first column of a table names the row. */
export type Column<Row> = {
  heading: string;
  cell: (row: Row) => ReactNode;
  /** `long` for texts that need room, `name` for some, `id` for what may break anywhere, `number` for figures. */
  kind?: "long" | "name" | "id" | "number";
};

/** A table of the back-office as data: where it is, which query feeds it, what its columns show. */
export type TableDefinition = {
  page: TablePage;
  list: PaginatedQueryReference;
  columns: readonly Column<never>[];
};

/** A table at its address, with columns that fit the rows of its query. */
export function defineTable<List extends PaginatedQueryReference>(
  path: TablePath,
  list: List,
  columns: readonly Column<PaginatedQueryItem<List>>[],
): TableDefinition {
  const page = TABLE_PAGES.find((known) => known.path === path)!;
  return { page, list, columns };
}
