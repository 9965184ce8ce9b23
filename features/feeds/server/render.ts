import { createHash } from "node:crypto";
import { addDays } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { findBearerOfLink } from "../../../server/access/link_bearer.ts";
import type { Transaction } from "../../../server/db/database.ts";
import { runInLanguage } from "../../../server/words/texts.ts";
import { writeCalendar } from "./calendar_file.ts";
import { type FetchedFeed, findFeed } from "./data.ts";
import { listEvents } from "./events.ts";

/**
 * The days before and after the present one. Programs fetch seldom, and repeated tasks are created 90 days ahead.
 */
const DAYS_BEFORE = 30;
const DAYS_AFTER = 90;

export type RenderedFeed = { body: Buffer; contentHash: Buffer };

/**
 * A feed as its person may see it now: the file and the hash of its bytes. Null for a link that doesn't exist any more.
 * The days change at midnight UTC, so the bytes change by themselves once a day at most.
 * @throws CareError when the person may not
 */
export async function renderFeed(
  db: Transaction,
  tokenHash: Buffer,
  { baseUrl, now }: { baseUrl: string; now: Date },
): Promise<RenderedFeed | null> {
  const feed = await findFeed(db, tokenHash);
  if (!feed) return null;
  const today = now.toISOString().slice(0, 10);
  // In the language of the feed's person: a title that may not leave the notebook has another instead.
  return runInLanguage(feed.language, async () => {
    const events = await listEvents({
      caller: await findBearerOfLink(db, feed.userId),
      db,
      feed,
      baseUrl,
      today,
      fromDay: addDays(today, -DAYS_BEFORE),
      toDay: addDays(today, DAYS_AFTER),
    });
    const body = Buffer.from(writeCalendar(await readCalendarName(db, feed), events, feed.alarmMinutes));
    return { body, contentHash: createHash("sha256").update(body).digest() };
  });
}

/** Reads the calendar's name: the notebook's, where the feed's settings allow it. */
async function readCalendarName(db: Transaction, { diaryId, detail }: FetchedFeed): Promise<string> {
  if (diaryId === null || detail === "neutral") return PRODUCT_NAME;
  const { name } = await db
    .selectFrom("diaries")
    .select("name")
    .where("id", "=", diaryId)
    .executeTakeFirstOrThrow();
  return name;
}
