import { sql } from "kysely";
import { readNames } from "../../../server/db/names.ts";
import { runPipelined } from "../../../server/db/pipelined.ts";
import { type AdminTable, OPENING_HOURS } from "../rules.ts";
import type { AuditEventRow } from "../schema.ts";
import { readDiaryNames } from "./name_data.ts";
import { type Db, getTableList } from "./page_data.ts";

/** The audit events. Names are null when the notebook or the person is deleted. */
export const listAuditEvents = getTableList({
  table: "audit_events",
  columns: ["created_at", "event_type", "diary_id", "actor_id", "target_type", "target_id", "details"],
  async present(rows, db): Promise<AuditEventRow[]> {
    const [names, diaries] = await runPipelined(
      readNames(
        db,
        rows.flatMap((row) => row.actor_id ?? []),
      ),
      readDiaryNames(db, rows),
    );
    return rows.map((row) => ({
      _id: row.id,
      _creationTime: row.created_at,
      eventType: row.event_type,
      diaryName: (row.diary_id && diaries.get(row.diary_id)) ?? null,
      actorName: (row.actor_id && names.get(row.actor_id)) ?? null,
      targetType: row.target_type,
      targetId: row.target_id,
      details: row.details as Record<string, unknown>,
    }));
  },
});

/** Records that an administrator opens a table; false while their previous opening is still valid. */
export async function openTable(db: Db, userId: string, table: AdminTable, now: Date): Promise<boolean> {
  const hasOpening = await db
    .insertInto("admin_openings")
    .values({ user_id: userId, table_name: table, opened_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(["user_id", "table_name"])
        .doUpdateSet({ opened_at: now })
        .where("admin_openings.opened_at", "<=", sql<number>`${new Date(now.getTime() - OPENING_MS)}`),
    )
    .returning("opened_at")
    .executeTakeFirst();
  return hasOpening !== undefined;
}

const OPENING_MS = OPENING_HOURS * 60 * 60 * 1000;
