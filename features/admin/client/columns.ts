import type { PaginatedQueryItem, PaginatedQueryReference } from "convex/react";
import type { ReactNode } from "react";
import type { Key } from "../../../lib/words/keys.ts";
import { TABLE_PAGES, type TablePage, type TablePath } from "./admin-pages.ts";

/** One column: its heading and the cell of a row. The first column of a table names the row. */
export type Column<Row> = {
  heading: Key;
  cell: (row: Row) => ReactNode;
  /** `long` for long texts, `name` for names, `id` for text that may break anywhere, `number` for numbers. */
  kind?: "long" | "name" | "id" | "number";
};

/** The definition of a back-office table: its page, its query, its columns. */
export type TableDefinition = {
  page: TablePage;
  list: PaginatedQueryReference;
  columns: readonly Column<never>[];
};

/** Defines the table at an address; checks that the columns fit the query's rows. */
export function defineTable<List extends PaginatedQueryReference>(
  path: TablePath,
  list: List,
  columns: readonly Column<PaginatedQueryItem<List>>[],
): TableDefinition {
  const page = TABLE_PAGES.find((known) => known.path === path)!;
  return { page, list, columns };
}
