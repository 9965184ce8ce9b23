import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { AdminTableAccess } from "../../server/access/admin_tables.ts";
import type { Tables } from "../../server/db/database.ts";
import { type Page, type PageJournal, type PaginationOptions, paginate } from "../../server/db/pages.ts";
import { foundRows, type Listed } from "./search_data.ts";

export type Db = Kysely<Tables>;

/** What every list takes: the page that is asked for and, perhaps, what is searched for. */
export type ListArgs = { paginationOpts: PaginationOptions; search?: string | undefined };

/** One page of a table's rows, newest first; of a search, of those rows alone that it finds. */
export async function pageOf<
  Table extends Listed,
  Column extends keyof Selectable<Tables[Table]> & string,
  Shown,
>(
  db: Db,
  _access: AdminTableAccess,
  { paginationOpts, search }: ListArgs,
  journal: PageJournal,
  list: {
    table: Table;
    columns: readonly Column[];
    /** The column that tells the age of a row, when it isn't `created_at`. */
    by?: "joined_at" | "activated_at";
    present: (rows: (Pick<Selectable<Tables[Table]>, Column> & { id: string })[]) => Promise<Shown[]>;
  },
): Promise<Page<Shown>> {
  // biome-ignore lint/suspicious/noExplicitAny: the builder can't follow a table that is a parameter
  const anyDb = db as Kysely<any>;
  const { table, columns, by, present } = list;
  const rows = search
    ? await foundRows(anyDb, table, by ?? "created_at", search)
    : anyDb.selectFrom(`${table} as r`);
  const { page, ...rest } = await paginate({
    options: paginationOpts,
    journal,
    ...(by && { by: sql.ref(`r.${by}`) as RawBuilder<number> }),
    select: () => rows.select(["r.id", ...columns.map((column) => `r.${column}`)]) as never,
    present: (row) => row as never,
  });
  return { page: await present(page as never), ...rest };
}
