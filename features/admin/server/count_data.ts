import { runPipelined } from "../../../server/db/pipelined.ts";
import { ADMIN_TABLES, type AdminTable } from "../rules.ts";
import type { AdminStats } from "../schema.ts";
import type { Db } from "./page_data.ts";

/** The names of the tables in the database. */
const NAMES: Record<AdminTable, string> = {
  users: "users",
  diaries: "diaries",
  notes: "notes",
  noteTypes: "note_types",
  attachments: "attachments",
  tasks: "tasks",
  comments: "comments",
  members: "members",
  invitations: "invitations",
  programs: "programs",
  diaryPrograms: "diary_programs",
  phaseProgress: "phase_progress",
  activityActivations: "activity_activations",
  programExports: "program_exports",
  auditEvents: "audit_events",
};

/** The number of rows of one table, hidden ones included. Exact; a live count follows some seconds after a change. */
export async function countTable(db: Db, table: AdminTable): Promise<number> {
  const { total } = await db
    .selectFrom("row_counts as c")
    .select("c.total")
    .where("c.table_name", "=", NAMES[table])
    .executeTakeFirstOrThrow();
  const { change } = await db
    .selectFrom("row_count_changes as c")
    .select((eb) => eb.fn.coalesce(eb.fn.sum<number>("c.change"), eb.lit(0)).as("change"))
    .where("c.table_name", "=", NAMES[table])
    .executeTakeFirstOrThrow();
  return total + Number(change);
}

/** The same for all tables, and their sum. */
export async function countTables(db: Db): Promise<AdminStats> {
  const [totals, changes] = await runPipelined(
    db.selectFrom("row_counts").select(["table_name", "total"]).execute(),
    db
      .selectFrom("row_count_changes")
      .select((eb) => ["table_name", eb.fn.sum<number>("change").as("change")])
      .groupBy("table_name")
      .execute(),
  );
  const counts = new Map(totals.map(({ table_name, total }) => [table_name, total]));
  for (const { table_name, change } of changes) {
    counts.set(table_name, (counts.get(table_name) ?? 0) + Number(change));
  }
  const entries = ADMIN_TABLES.map((table) => [table, counts.get(NAMES[table]) ?? 0] as const);
  const totalDocuments = entries.reduce((sum, [, count]) => sum + count, 0);
  return { ...(Object.fromEntries(entries) as Record<AdminTable, number>), totalDocuments };
}
