import { type Kysely, sql } from "kysely";
import { DAY, MINUTE } from "../../../../lib/dates/time.ts";
import type { Role } from "../../../../server/access/permissions.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { type ChosenRule, getMode } from "../../rules.ts";
import { getOutsideTitle } from "../deliver/outside_titles.ts";
import { getVisibleSubject, readSubjects } from "../subjects.ts";
import type { DigestItem } from "./digest_letter.ts";
import { listNewsSources, NEWS_FOR_DAYS } from "./news_sources.ts";

type Db = Kysely<Tables>;

/**
 * A digest leaves newer events to the next one: a transaction with a time before the digest's may commit after it, and
 * the clocks of nodes differ.
 */
const SETTLING_MS = MINUTE;

/** A person whose digest is written, with their choices. */
type Person = { userId: string; rules: readonly ChosenRule[]; hasTitles: boolean; now: number };

/**
 * Reads the news for a person's digest, at most `limit` items: what happened since their last digest in notebooks whose news
 * of that kind they get by digest, and what they haven't read. No row waits for them (docs/decisions/0225).
 */
export async function listNews(
  trx: Db,
  { userId, rules, hasTitles, now }: Person,
  limit: number,
): Promise<DigestItem[]> {
  if (limit <= 0) return [];
  const notebooks = await listNotebooks(trx, userId);
  const byId = new Map(notebooks.map((notebook) => [notebook.diaryId, notebook]));
  const range = { since: await readSince(trx, userId, now), upTo: new Date(now - SETTLING_MS), limit };
  const items: DigestItem[] = [];
  for (const [kind, list] of listNewsSources()) {
    const wanted = notebooks.filter(
      ({ diaryId }) => getMode(rules, { diaryId, kind, channel: "mail" }) === "digest",
    );
    if (wanted.length === 0) continue;
    const news = (await list(trx, { userId, notebooks: wanted }, range)).slice(0, limit - items.length);
    const keys = news.map((each) => ({ ...each, slot: null }));
    const subjects = await readSubjects(trx, keys);
    for (const key of keys) {
      const { diaryId, shortId, name, role } = byId.get(key.diaryId)!;
      const subject = getVisibleSubject(subjects, key, { userId, role });
      if (subject === null) continue;
      items.push({
        kind,
        diaryId,
        diaryShortId: shortId,
        whileAway: false,
        notebook: hasTitles ? name : "",
        title: hasTitles ? getOutsideTitle(subjects, subject).title : "",
      });
    }
  }
  return items;
}

/** The time up to which a user's digests contain the news; at most {@link NEWS_FOR_DAYS} ago. */
async function readSince(trx: Db, userId: string, now: number): Promise<Date> {
  const { rows } = await sql<{ at: number | null }>`
    select (extract(epoch from max(made_at)) * 1000)::float8 as at from digests where user_id = ${userId}`.execute(
    trx,
  );
  return new Date(Math.max((rows[0]?.at ?? 0) - SETTLING_MS, now - NEWS_FOR_DAYS * DAY));
}

/** The notebooks of a person that aren't archived. */
async function listNotebooks(trx: Db, userId: string) {
  const rows = await trx
    .selectFrom("members as m")
    .innerJoin("diaries as d", "d.id", "m.diary_id")
    .select(["d.id", "d.short_id", "d.name", "m.role"])
    .where("m.user_id", "=", userId)
    .where("d.is_archived", "=", false)
    .orderBy("m.joined_at")
    .execute();
  return rows.map(({ id, short_id, name, role }) => ({
    diaryId: id,
    shortId: short_id,
    name: name ?? "",
    role: role as Role,
  }));
}
