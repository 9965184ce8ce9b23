import { type Kysely, sql } from "kysely";
import { v7 as uuidv7 } from "uuid";
import type { Person } from "../../../server/access/gate.ts";
import { createSecret, hashOfSecret } from "../../../server/auth/link_token.ts";
import type { Tables } from "../../../server/db/database.ts";
import {
  type AlarmMinutes,
  type Detail,
  type FeedSettings,
  formatProgramName,
  type Whose,
} from "../rules.ts";
import type { FeedAccess } from "./access.ts";

type Db = Kysely<Tables>;

/** More than anybody's notebooks. */
const LISTED_FEEDS = 501;

/** A feed's secret token, of 32 random bytes, and its hash in hex. */
export function createToken() {
  const token = createSecret();
  return { token, tokenHash: hashOfSecret(token).toString("hex") };
}

/** Lists a user's feeds: that of all notebooks first, then by creation. */
export async function listFeeds(db: Db, { userId }: Pick<Person, "userId">) {
  const rows = await db
    .selectFrom("calendar_feeds as f")
    .leftJoin("diaries as d", "d.id", "f.diary_id")
    .select([
      "f.id",
      "f.diary_id",
      "d.name",
      "f.whose",
      "f.detail",
      "f.alarm_minutes",
      "f.created_at",
      "f.linked_at",
      "f.last_fetched_at",
      "f.last_agent",
    ])
    .where("f.user_id", "=", userId)
    .orderBy(sql`f.diary_id is not null`)
    .orderBy("f.created_at")
    .orderBy("f.id")
    .limit(LISTED_FEEDS)
    .execute();
  return rows.map((row) => ({
    _id: row.id,
    diaryId: row.diary_id,
    diaryName: row.name,
    ...toSettings(row),
    linkedAt: row.linked_at,
    lastFetch:
      row.last_fetched_at === null
        ? null
        : { at: row.last_fetched_at, program: formatProgramName(row.last_agent) },
    _creationTime: row.created_at,
  }));
}

const toSettings = (row: { whose: string; detail: string; alarm_minutes: number | null }): FeedSettings => ({
  whose: row.whose as Whose,
  detail: row.detail as Detail,
  alarmMinutes: row.alarm_minutes as AlarmMinutes | null,
});

export type NewFeed = FeedSettings & { diaryId: string | null; tokenHash: string };

/** Adds a feed; returns its id, or null when the person has one for this already. */
export async function insertFeed(db: Db, userId: string, feed: NewFeed, now: Date): Promise<string | null> {
  const row = await db
    .insertInto("calendar_feeds")
    .values({
      id: uuidv7(),
      user_id: userId,
      diary_id: feed.diaryId,
      token_hash: Buffer.from(feed.tokenHash, "hex"),
      whose: feed.whose,
      detail: feed.detail,
      alarm_minutes: feed.alarmMinutes,
      created_at: now,
      linked_at: now,
      changed_at: now,
    })
    .onConflict((conflict) => conflict.columns(["user_id", "diary_id"]).doNothing())
    .returning("id")
    .executeTakeFirst();
  return row?.id ?? null;
}

const selectOwnFeed = (db: Db, { userId, feedId }: FeedAccess) =>
  db.updateTable("calendar_feeds").where("id", "=", feedId).where("user_id", "=", userId);

type FeedChange = { [Field in keyof FeedSettings]?: FeedSettings[Field] | undefined };

/** Changes the given settings; writes nothing when nothing has changed. */
export async function changeFeed(db: Db, access: FeedAccess, change: FeedChange, now: Date): Promise<void> {
  const { whose, detail, alarmMinutes } = change;
  const columns = {
    ...(whose !== undefined && { whose }),
    ...(detail !== undefined && { detail }),
    ...(alarmMinutes !== undefined && { alarm_minutes: alarmMinutes }),
  };
  const entries = Object.entries(columns);
  if (entries.length === 0) return;
  await selectOwnFeed(db, access)
    .set({ ...columns, changed_at: now })
    .where(({ or }) =>
      or(entries.map(([column, value]) => sql<boolean>`${sql.ref(column)} is distinct from ${value}`)),
    )
    .execute();
}

/** Puts a new link in the place of the present one, which opens nothing from then on. */
export async function replaceToken(
  db: Db,
  access: FeedAccess,
  tokenHash: string,
  now: Date,
): Promise<string | null> {
  const row = await selectOwnFeed(db, access)
    .set({
      token_hash: Buffer.from(tokenHash, "hex"),
      linked_at: now,
      last_fetched_at: null,
      last_agent: null,
    })
    .returning("diary_id")
    .executeTakeFirstOrThrow();
  return row.diary_id;
}

/** Deletes a feed; returns its notebook, null for one of all notebooks. */
export async function deleteFeed(db: Db, { userId, feedId }: FeedAccess): Promise<string | null> {
  const row = await db
    .deleteFrom("calendar_feeds")
    .where("id", "=", feedId)
    .where("user_id", "=", userId)
    .returning("diary_id")
    .executeTakeFirstOrThrow();
  return row.diary_id;
}

/** A feed as a fetch finds it. */
export type FetchedFeed = FeedSettings & {
  feedId: string;
  userId: string;
  diaryId: string | null;
  /** When its settings were last changed, epoch ms. */
  changedAt: number;
};

/** The feed of a link and the language of its person; null when the link was never made, replaced or stopped. */
export async function findFeed(
  db: Db,
  tokenHash: Buffer,
): Promise<(FetchedFeed & { language: string | null }) | null> {
  const row = await db
    .selectFrom("calendar_feeds as f")
    .innerJoin("users as u", "u.id", "f.user_id")
    .select(["f.id", "f.user_id", "f.diary_id", "f.whose", "f.detail", "f.alarm_minutes", "f.changed_at"])
    .select("u.language")
    .where("f.token_hash", "=", tokenHash)
    .executeTakeFirst();
  if (!row) return null;
  return {
    feedId: row.id,
    userId: row.user_id,
    diaryId: row.diary_id,
    ...toSettings(row),
    changedAt: row.changed_at,
    language: row.language,
  };
}

/**
 * Records that a program has fetched a feed. Returns since when it has this content (epoch ms), or null when the link
 * has just ended.
 */
export async function recordFetch(
  db: Db,
  tokenHash: Buffer,
  fetched: { at: Date; agent: string | null; contentHash: Buffer },
): Promise<number | null> {
  const { at, agent, contentHash } = fetched;
  const row = await db
    .updateTable("calendar_feeds")
    .set({
      last_fetched_at: at,
      last_agent: agent,
      content_since: sql<Date>`case when content_hash = ${contentHash} then content_since else ${at} end`,
      content_hash: contentHash,
    })
    .where("token_hash", "=", tokenHash)
    .returning("content_since")
    .executeTakeFirst();
  return row?.content_since ?? null;
}
