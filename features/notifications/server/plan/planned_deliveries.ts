import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import { getLateness } from "../../rules/lateness.ts";
import { getMailWait } from "../../rules/mails.ts";
import { findQuietEnd } from "../../rules/quiet-hours.ts";
import {
  CHANNELS,
  type Channel,
  type ChosenRule,
  getMode,
  KINDS_WITH_OWN_LETTERS,
  type Kind,
  type Mode,
  NEWS_KINDS,
  URGENT_KINDS,
} from "../../rules.ts";
import { DIGEST } from "../deliver/delivery_data.ts";
import { readRules } from "../settings/rules_data.ts";
import { readSettings, type Settings } from "../settings/settings_data.ts";
import { getEscalationRuns } from "./escalation_runs.ts";

type Db = Kysely<Tables>;

/** A notification that was just written. `dueAt` in epoch ms. */
export type NewNotification = {
  id: string;
  userId: string;
  diaryId: string | null;
  kind: Kind;
  dueAt: number;
};

/** A new notification as a planner's statement gives it; `due` in epoch ms. */
export type NewNotificationRow = {
  id: string;
  user_id: string;
  diary_id: string | null;
  kind: Kind;
  due: number;
};

export const toNewNotification = ({
  id,
  user_id,
  diary_id,
  kind,
  due,
}: NewNotificationRow): NewNotification => ({
  id,
  userId: user_id,
  diaryId: diary_id,
  kind,
  dueAt: due,
});

/**
 * Writes the deliveries of new notifications to all targets of their users, by their choices; in quiet hours for their
 * end. Late ones are only in the digest. `now` is PostgreSQL's, epoch ms.
 */
export async function planDeliveries(db: Db, made: readonly NewNotification[], now: number): Promise<void> {
  if (made.length === 0) return;
  await getEscalationRuns().open(db, made);
  await writeDeliveries(db, made, { now });
}

/**
 * The same for notifications that are known already. With `isBack` they were put off and come back: deliveries that were
 * sent are sent again, and quiet hours hold nothing up, because their person has named the time.
 */
export async function writeDeliveries(
  db: Db,
  made: readonly NewNotification[],
  { now, isBack = false }: { now: number; isBack?: boolean },
): Promise<void> {
  if (made.length === 0) return;
  const userIds = [...new Set(made.map(({ userId }) => userId))];
  const targets = await listTargets(db, userIds);
  if (targets.size === 0) return;
  const rules = await readRules(db, userIds);
  const settings = await readSettings(db, userIds);
  const breaks = await readQuietExceptions(
    db,
    made.filter(({ kind }) => URGENT_KINDS.includes(kind)),
  );
  const rows = made.flatMap((one) => {
    const own = settings.get(one.userId);
    const isUrgent = URGENT_KINDS.includes(one.kind);
    const breaksQuiet = isUrgent && breaks({ ...one, settings: own });
    return (targets.get(one.userId) ?? []).flatMap((target) => {
      // A user who adds a device is notified on the others.
      if (one.kind === "security" && target.createdAt >= one.dueAt) return [];
      const getChannelMode = getDeliveryMode(one, target.channel, rules.get(one.userId) ?? [], now);
      if (getChannelMode === "off") return [];
      const row = { notification_id: one.id, target_id: target.id, is_urgent: isUrgent };
      if (getChannelMode === "digest")
        return [{ ...row, channel: DIGEST, due_at: toTime(one.dueAt), next_attempt_at: "infinity" }];
      const earliest = target.channel === "mail" ? now + getMailWait(one.kind) : now;
      const sendAt = breaksQuiet || isBack ? null : getQuietEnd(own, earliest);
      return [
        {
          ...row,
          channel: target.channel,
          due_at: toTime(sendAt ?? one.dueAt),
          next_attempt_at: toTime(sendAt ?? earliest),
        },
      ];
    });
  });
  if (rows.length === 0) return;
  // The lock order of an account's deletion.
  await sql`
    insert into notification_deliveries (id, notification_id, target_id, channel, is_urgent, due_at, next_attempt_at)
    select gen_random_uuid(), notification_id, target_id, channel, is_urgent, due_at, next_attempt_at
      from jsonb_to_recordset(${JSON.stringify(rows)}) as r(notification_id uuid, target_id uuid, channel text,
        is_urgent boolean, due_at timestamptz, next_attempt_at timestamptz)
     order by target_id
    on conflict (notification_id, target_id) ${isBack ? SEND_AGAIN : sql`do nothing`}`.execute(db);
}

/**
 * The count of attempts goes on, so that older claims record nothing. What a device shows is replaced; what has left a
 * message of several has a tag of its own.
 */
const SEND_AGAIN = sql`
  do update set channel = excluded.channel, due_at = excluded.due_at, next_attempt_at = excluded.next_attempt_at,
                tag = case when notification_deliveries.sent_at is null then notification_deliveries.tag
                           else coalesce(notification_deliveries.tag, gen_random_uuid()) end,
                sent_at = null, outcome = null, leased_until = null, replaced = null, replace_at = null`;

const toTime = (at: number): string => new Date(at).toISOString();

/**
 * Returns how a notification is delivered to a target. Late ones are in the digest of users who want the kind at all.
 */
function getDeliveryMode(
  { diaryId, kind, dueAt }: NewNotification,
  channel: Channel,
  rules: readonly ChosenRule[],
  now: number,
): Mode {
  if (channel === "mail" && KINDS_WITH_OWN_LETTERS.includes(kind)) return "off";
  const getChannelMode = (each: Channel) => getMode(rules, { diaryId, kind, channel: each });
  if (channel === "mail" && NEWS_KINDS.includes(kind) && getChannelMode("mail") === "digest") return "off";
  if (getLateness(dueAt, now) !== "inbox only") return getChannelMode(channel);
  return channel === "mail" && CHANNELS.some((each) => getChannelMode(each) !== "off") ? "digest" : "off";
}

/** Returns the end of the user's quiet hours in which a moment lies; null when it lies in none. Both epoch ms. */
export function getQuietEnd(settings: Settings | undefined, at: number): number | null {
  if (!settings?.quietHours || settings.timeZone === null) return null;
  try {
    return findQuietEnd(at, settings.timeZone, settings.quietHours);
  } catch (error) {
    // A zone that this version doesn't know: a message in quiet hours is better than no reminder for anybody.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type OfPerson = { userId: string; diaryId: string | null };

/** Reads whether urgent notifications break the users' quiet hours: in all notebooks, or in the notification's. */
export async function readQuietExceptions(
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

async function listTargets(db: Db, userIds: readonly string[]) {
  const rows = await db
    .selectFrom("notification_targets")
    .select(["id", "user_id", "channel", "created_at"])
    .where("user_id", "in", userIds)
    .where("disabled_at", "is", null)
    .execute();
  return Map.groupBy(
    rows.map((row) => ({
      id: row.id,
      userId: row.user_id,
      channel: row.channel as Channel,
      createdAt: row.created_at,
    })),
    ({ userId }) => userId,
  );
}
