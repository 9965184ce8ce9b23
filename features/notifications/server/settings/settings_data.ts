import { type Kysely, sql } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import type { ClockHours } from "../../rules/clock.ts";
import { computeNextDigest } from "../../rules/digest-times.ts";
import { DEFAULT_SETTINGS, type Detail } from "../../rules.ts";

type Db = Kysely<Tables>;

/** A user's notification settings. Times in minutes after midnight of their own clock. */
export type Settings = {
  timeZone: string | null;
  /** The clock format; null until a device has sent it. */
  clockHours: ClockHours | null;
  quietHours: { fromMinute: number; toMinute: number } | null;
  digestMinute: number;
  digestDays: number[];
  /** Whether the digest names notebooks and titles. */
  digestTitles: boolean;
  lockScreen: Detail;
  urgentBreaksQuiet: boolean;
};

/** What `settingsOf` reads. */
export const SETTINGS_COLUMNS = [
  "user_id",
  "time_zone",
  "clock_hours",
  "quiet_from",
  "quiet_to",
  "digest_minute",
  "digest_days",
  "digest_titles",
  "next_digest_at",
  "lock_screen",
  "urgent_breaks_quiet",
] as const;

type SettingsRow = Pick<
  { [Column in keyof Tables["notification_settings"]]: unknown },
  (typeof SETTINGS_COLUMNS)[number]
>;

/** Converts a row to settings; the defaults for a user without one. */
export function toSettings(row: SettingsRow | undefined): Settings {
  if (!row) return { ...DEFAULT_SETTINGS, digestDays: [...DEFAULT_SETTINGS.digestDays] };
  return {
    timeZone: row.time_zone as string | null,
    clockHours: row.clock_hours as ClockHours | null,
    quietHours:
      row.quiet_from === null
        ? null
        : { fromMinute: row.quiet_from as number, toMinute: row.quiet_to as number },
    digestMinute: row.digest_minute as number,
    digestDays: row.digest_days as number[],
    digestTitles: row.digest_titles as boolean,
    lockScreen: row.lock_screen as Detail,
    urgentBreaksQuiet: row.urgent_breaks_quiet as boolean,
  };
}

/** A person's settings, when their next digest is, and whether mails can reach them. */
export async function getSettings(db: Db, userId: string) {
  const row = await db
    .selectFrom("notification_settings")
    .select(SETTINGS_COLUMNS)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  const { email, email_verified } = await db
    .selectFrom("users")
    .select(["email", "email_verified"])
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  return {
    ...toSettings(row),
    nextDigestAt: row?.next_digest_at ?? null,
    hasMailAddress: email !== "" && email_verified,
  };
}

/** The settings of several people by their ids; those who chose nothing are missing. */
export async function readSettings(db: Db, userIds: readonly string[]): Promise<Map<string, Settings>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("notification_settings")
    .select(SETTINGS_COLUMNS)
    .where("user_id", "in", [...new Set(userIds)])
    .execute();
  return new Map(rows.map((row) => [row.user_id, toSettings(row)]));
}

export type SettingsChange = { [Field in keyof Settings]?: Settings[Field] | undefined };

/**
 * Changes the given settings of a user and computes the next digest if its times change; a due digest stays due. Writes
 * nothing when nothing has changed.
 */
export async function setSettings(db: Db, userId: string, change: SettingsChange, now: Date): Promise<void> {
  const row = await db
    .selectFrom("notification_settings")
    .select(SETTINGS_COLUMNS)
    .where("user_id", "=", userId)
    .forUpdate()
    .executeTakeFirst();
  const before = toSettings(row);
  const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const after: Settings = { ...before, ...given };
  if (row && JSON.stringify(after) === JSON.stringify(before)) return;
  const toTimesKey = ({ timeZone, digestMinute, digestDays }: Settings) =>
    JSON.stringify([timeZone, digestMinute, digestDays]);
  const hasSameTimes = row && toTimesKey(after) === toTimesKey(before);
  const next = hasSameTimes ? row.next_digest_at : computeNextDigest(after, now.getTime());
  const columns = {
    time_zone: after.timeZone,
    clock_hours: after.clockHours,
    quiet_from: after.quietHours?.fromMinute ?? null,
    quiet_to: after.quietHours?.toMinute ?? null,
    digest_minute: after.digestMinute,
    digest_days: sql<number[]>`${after.digestDays}::smallint[]`,
    digest_titles: after.digestTitles,
    next_digest_at: next === null ? null : new Date(next),
    lock_screen: after.lockScreen,
    urgent_breaks_quiet: after.urgentBreaksQuiet,
  };
  await db
    .insertInto("notification_settings")
    .values({ user_id: userId, ...columns })
    .onConflict((conflict) => conflict.column("user_id").doUpdateSet(columns))
    .execute();
}
