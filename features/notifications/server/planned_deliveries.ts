import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../server/db/database.ts";
import { openRuns } from "../../escalation/server/public.ts";
import { latenessOf } from "../rules/lateness.ts";
import { quietUntil } from "../rules/quiet-hours.ts";
import { type Channel, type Kind, modeIn, URGENT_KINDS } from "../rules.ts";
import { rulesOfPeople } from "./rules_data.ts";
import { type Settings, settingsOfPeople } from "./settings_data.ts";

type Db = Kysely<Tables>;

/** A notification that was just written. `dueAt` in epoch ms. */
export type Made = { id: string; userId: string; diaryId: string | null; kind: Kind; dueAt: number };

/**
 * Writes the deliveries of new notifications to all targets of their people, as these have chosen; in quiet hours for
 * their end. What is too late to be sent has none. `now` is PostgreSQL's, epoch ms.
 */
export async function planDeliveries(db: Db, made: readonly Made[], now: number): Promise<void> {
  await openRuns(db, made);
  const current = made.filter(({ dueAt }) => latenessOf(dueAt, now) !== "inbox only");
  if (current.length === 0) return;
  const userIds = [...new Set(current.map(({ userId }) => userId))];
  const targets = await targetsOf(db, userIds);
  if (targets.size === 0) return;
  const rules = await rulesOfPeople(db, userIds);
  const settings = await settingsOfPeople(db, userIds);
  const breaks = await breaksQuietHours(
    db,
    current.filter(({ kind }) => URGENT_KINDS.includes(kind)),
  );
  const rows = current.flatMap(({ id, userId, diaryId, kind, dueAt }) =>
    (targets.get(userId) ?? [])
      .filter(({ channel }) => modeIn(rules.get(userId) ?? [], { diaryId, kind, channel }) === "now")
      .map((target) => {
        const own = settings.get(userId);
        const isUrgent = URGENT_KINDS.includes(kind) && breaks({ userId, diaryId, settings: own });
        const sendAt = isUrgent ? null : quietEnd(own, now);
        return {
          notification_id: id,
          target_id: target.id,
          channel: target.channel,
          due_at: new Date(sendAt ?? dueAt),
          next_attempt_at: new Date(sendAt ?? now),
        };
      }),
  );
  if (rows.length === 0) return;
  await sql`
    insert into notification_deliveries (id, notification_id, target_id, channel, due_at, next_attempt_at)
    select gen_random_uuid(), notification_id, target_id, channel, due_at, next_attempt_at
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(notification_id uuid, target_id uuid, channel text,
        due_at timestamptz, next_attempt_at timestamptz)
    on conflict (notification_id, target_id) do nothing`.execute(db);
}

/** The end of a person's quiet hours in which a moment lies; null when it lies in none. Both epoch ms. */
export function quietEnd(settings: Settings | undefined, at: number): number | null {
  if (!settings?.quietHours || settings.timeZone === null) return null;
  try {
    return quietUntil(at, settings.timeZone, settings.quietHours);
  } catch (error) {
    // A zone that this version doesn't know: a message in quiet hours is better than no reminder for anybody.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type OfPerson = { userId: string; diaryId: string | null };

/** Whether people let what is urgent break their quiet hours: in all notebooks, or in the one that it is about. */
export async function breaksQuietHours(
  db: Db,
  people: readonly OfPerson[],
): Promise<(one: OfPerson & { settings: Settings | undefined }) => boolean> {
  const userIds = [...new Set(people.map(({ userId }) => userId))];
  const rows =
    userIds.length === 0
      ? []
      : await db
          .selectFrom("quiet_exceptions")
          .select(["user_id", "diary_id"])
          .where("user_id", "in", userIds)
          .execute();
  const exceptions = new Set(rows.map((row) => `${row.user_id} ${row.diary_id}`));
  return ({ userId, diaryId, settings }) =>
    (settings?.urgentBreaksQuiet ?? false) || exceptions.has(`${userId} ${diaryId}`);
}

async function targetsOf(db: Db, userIds: readonly string[]) {
  const rows = await db
    .selectFrom("notification_targets")
    .select(["id", "user_id", "channel"])
    .where("user_id", "in", userIds)
    .where("disabled_at", "is", null)
    .execute();
  return Map.groupBy(
    rows.map((row) => ({ id: row.id, userId: row.user_id, channel: row.channel as Channel })),
    ({ userId }) => userId,
  );
}
