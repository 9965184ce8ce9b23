import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { PaginationOptions } from "../../../lib/schemas.ts";
import type { Tables } from "../../../server/db/database.ts";
import { type Page, type PageJournal, paginate } from "../../../server/db/pages.ts";
import type { AdminTableAccess } from "./access.ts";
import { type ListedTable, readFoundRows, readListedRows } from "./search_data.ts";

export type Db = Kysely<Tables>;

/** A live page of a table, or of the rows that `search` finds. */
export type TableList<Shown> = (
  db: Db,
  access: AdminTableAccess,
  args: { paginationOpts: PaginationOptions; search?: string | undefined },
  journal: PageJournal,
) => Promise<Page<Shown>>;

/** Defines a table's list, newest row first: its columns, and how the rows of a page are presented. */
export function getTableList<
  Table extends ListedTable,
  Column extends keyof Selectable<Tables[Table]> & string,
  Shown,
>(list: {
  table: Table;
  columns: readonly Column[];
  /** The column to sort by when it isn't `created_at`. */
  by?: "joined_at" | "activated_at";
  present: (rows: (Pick<Selectable<Tables[Table]>, Column> & { id: string })[], db: Db) => Promise<Shown[]>;
}): TableList<Shown> {
  const { table, columns, by, present } = list;
  return async (db, _access, { paginationOpts, search }, journal) => {
    // biome-ignore lint/suspicious/noExplicitAny: the builder can't follow a table that is a parameter
    const anyDb = db as Kysely<any>;
    const rows = search
      ? await readFoundRows(anyDb, table, by ?? "created_at", search)
      : readListedRows(anyDb, table);
    const { page, ...rest } = await paginate({
      options: paginationOpts,
      journal,
      ...(by && { by: sql.ref(`r.${by}`) as RawBuilder<number> }),
      select: () => rows.select(["r.id", ...columns.map((column) => `r.${column}`)]) as never,
      present: (row) => row as never,
    });
    return { page: await present(page as never, db), ...rest };
  };
}
