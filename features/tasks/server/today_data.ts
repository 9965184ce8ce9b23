import type { Kysely } from "kysely";
import { toDayInZone } from "../../../lib/dates/zone-day.ts";
import { readTimeZone } from "../../../server/access/gate.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { TaskAccess } from "./access.ts";
import { lockTask, toInstant } from "./data.ts";

/** Tasks that were added to a day of their notebook. */

type Db = Kysely<Tables>;

/**
 * Adds a task to the day of its notebook that contains `now`, or removes it; with `restored`, sets the previous value
 * instead. Returns whether it is on that day now, and when it had been added before (epoch ms).
 */
export async function toggleToday(
  db: Db,
  access: TaskAccess,
  restored: number | null | undefined,
  now: Date,
) {
  const { added_to_today_at: before } = await lockTask(db, access);
  const zone = await readTimeZone(db, access);
  const isToday = (at: number | null) =>
    at !== null && toDayInZone(at, zone) === toDayInZone(now.getTime(), zone);
  const after = restored !== undefined ? restored : isToday(before) ? null : now.getTime();
  await db
    .updateTable("tasks")
    .set({ added_to_today_at: toInstant(after), updated_at: now, updated_by: access.userId })
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .execute();
  return { addedToToday: isToday(after), before };
}

/**
 * Adds a task to the notebook's day of the change, or to the given `day`, or removes it from that day; once the day is
 * over it changes nothing.
 */
export async function setToday(
  db: Db,
  access: TaskAccess,
  { on, day, madeAt }: { on: boolean; day: string | undefined; madeAt: Date },
  now: Date,
): Promise<void> {
  const { added_to_today_at: before } = await lockTask(db, access);
  const zone = await readTimeZone(db, access);
  const today = toDayInZone(now.getTime(), zone);
  const isToday = before !== null && toDayInZone(before, zone) === today;
  const isOver = (day ?? toDayInZone(madeAt.getTime(), zone)) !== today;
  if (isOver || isToday === on) return;
  await db
    .updateTable("tasks")
    .set({ added_to_today_at: on ? now : null, updated_at: now, updated_by: access.userId })
    .where("id", "=", access.taskId)
    .where("diary_id", "=", access.diaryId)
    .execute();
}
