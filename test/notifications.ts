import { v7 as uuidv7 } from "uuid";
import type { Kind } from "../features/notifications/rules.ts";
import { planDeliveries } from "../features/notifications/server/plan/planned_deliveries.ts";
import type { Logger } from "../server/log.ts";
import type { TestPerson } from "./people.ts";
import type { Service } from "./service.ts";

/** What sending notifications needs of a service. */
export const sendingParts = ({ database, vault, outgoing, url }: Service, log: Logger) => ({
  database,
  vault,
  outgoing,
  log,
  baseUrl: url,
});

/** What a notification is about. `ago` is how long it has been due, ms. */
export type About = { type: string; id: string; group?: string; diaryId?: string; ago?: number };

/** Writes a notification as the planner of its kind does, with its deliveries; returns its id. */
export async function tellOf(
  { database }: Service,
  { userId }: TestPerson,
  kind: Kind,
  { type, id: subjectId, group = `${type} ${subjectId}`, diaryId, ago = 0 }: About & { diaryId: string },
): Promise<string> {
  const id = uuidv7();
  const dueAt = Date.now() - ago;
  await database.pool.query(
    `insert into notifications
       (id, dedupe, user_id, diary_id, kind, subject_kind, subject_id, group_key, due_at, while_away)
     values ($1::uuid, $1::text, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [id, userId, diaryId, kind, type, subjectId, group, new Date(dueAt), ago > 600_000],
  );
  // Whoever was given a task has it, until somebody else is given it.
  if (kind === "assigned" && type === "task")
    await database.pool.query("update tasks set assigned_to = $2 where id = $1", [subjectId, userId]);
  await planDeliveries(database.db, [{ id, userId, diaryId, kind, dueAt }], Date.now());
  return id;
}

/** A task that has just become due, with a title that no letter may hold. */
export async function newTaskOf(
  { database }: Service,
  diaryId: string,
  { userId }: TestPerson,
  ago = 0,
): Promise<string> {
  const id = uuidv7();
  await database.pool.query(
    "insert into tasks (id, diary_id, title, created_by, scheduled_date) values ($1, $2, 'canary title', $3, $4)",
    [id, diaryId, userId, new Date(Date.now() - ago)],
  );
  return id;
}
