import { type Kysely, type RawBuilder, type Selectable, sql } from "kysely";
import type { AdminTableAccess } from "../../server/access/admin_tables.ts";
import type { Tables } from "../../server/db/database.ts";
import { type Page, type PageJournal, type PaginationOptions, paginate } from "../../server/db/pages.ts";
import type { Condition } from "./search_data.ts";

export type Db = Kysely<Tables>;

/** What every list takes: the page that is asked for and, perhaps, what is searched for. */
export type ListArgs = { paginationOpts: PaginationOptions; search?: string | undefined };

/** The tables that are listed, and the columns that tell the age of their rows. */
type Listed =
  | "users"
  | "diaries"
  | "notes"
  | "note_types"
  | "attachments"
  | "tasks"
  | "comments"
  | "members"
  | "invitations"
  | "programs"
  | "diary_programs"
  | "phase_progress"
  | "activity_activations"
  | "program_exports"
  | "audit_events";

/** Matches that are put in order by hand; of more, the newest are soon met by reading the table from its newest row. */
const FEW = 1000;

/**
 * One page of a table's rows, newest first. With `found`, of those rows alone: few are looked up by index and then put in
 * order; many are picked while the table is read from its newest row, so that no search sorts a whole table.
 */
export async function pageOf<
  Table extends Listed,
  Column extends keyof Selectable<Tables[Table]> & string,
  Shown,
>(
  db: Db,
  _access: AdminTableAccess,
  list: {
    table: Table;
    columns: readonly Column[];
    by?: "joined_at" | "activated_at";
    found: Condition | null;
    options: PaginationOptions;
    journal: PageJournal;
    present: (rows: (Pick<Selectable<Tables[Table]>, Column> & { id: string })[]) => Promise<Shown[]>;
  },
): Promise<Page<Shown>> {
  // biome-ignore lint/suspicious/noExplicitAny: the builder can't follow a table that is a parameter
  const anyDb = db as Kysely<any>;
  const { table, columns, by, found, options, journal, present } = list;
  const rows = found ? await foundRows(anyDb, table, found) : null;
  const { page, ...rest } = await paginate({
    options,
    journal,
    ...(by && { by: sql.ref(`r.${by}`) as RawBuilder<number> }),
    select: () => {
      const from =
        rows?.ids === undefined
          ? anyDb.selectFrom(`${table} as r`)
          : // Kept apart by the offset, or PostgreSQL might look for them in the whole table by its order.
            anyDb.selectFrom(
              anyDb
                .selectFrom(table)
                .selectAll()
                .where(sql<boolean>`id = any(${rows.ids}::uuid[])`)
                .offset(0)
                .as("r"),
            );
      const select = from.select(["r.id", ...columns.map((column) => `r.${column}`)]);
      return (rows?.where ? select.where(rows.where) : select) as never;
    },
    present: (row) => row as never,
  });
  return { page: await present(page as never), ...rest };
}

// biome-ignore lint/suspicious/noExplicitAny: as above
async function foundRows(db: Kysely<any>, table: Listed, found: Condition) {
  const hits = await db
    .with(
      // Planned by itself, as if all were wanted, which is to say by the indexes.
      (cte) => cte("hits").materialized(),
      (query) => query.selectFrom(`${table} as r`).select("r.id").where(found),
    )
    .selectFrom("hits")
    .select("hits.id")
    .limit(FEW + 1)
    .execute();
  if (hits.length <= FEW) return { ids: hits.map((hit) => hit.id as string) };
  // No index fits a condition in this form.
  return { where: sql<boolean>`(${found}) is true` };
}
