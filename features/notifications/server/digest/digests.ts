import type { Kysely } from "kysely";
import { toDayInZone } from "../../../../lib/dates/zone-day.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { enqueueMail } from "../../../../server/mail/outbox.ts";
import { Pace } from "../../../../server/pace.ts";
import type { RoomParts } from "../../../../server/rooms.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { computeNextDigest } from "../../rules/digest-times.ts";
import { getMode } from "../../rules.ts";
import { checkClaimed } from "../deliver/deliver.ts";
import { claimDeliveries, DIGEST, settleDeliveries } from "../deliver/delivery_data.ts";
import { putIntoDigest, readAddresses } from "../deliver/mails_data.ts";
import { getOutsideTitle } from "../deliver/outside_titles.ts";
import { listRules } from "../settings/rules_data.ts";
import { type DigestItem, writeDigestLetter } from "./digest_letter.ts";
import { listNews } from "./digest_news.ts";
import { readNotebookZones } from "./digest_zones.ts";
import {
  type DuePerson,
  hasDigest,
  lockDueUser,
  lockMailTarget,
  readPlaces,
  recordDigest,
  scheduleDigestItems,
  setNextDigest,
} from "./digests_data.ts";

type Db = Kysely<Tables>;
type Parts = Pick<RoomParts, "database" | "vault" | "baseUrl" | "unsubscribe" | "pace" | "deliveries">;

/** The most subjects of one digest; the others come with the next one. */
const MAX_ITEMS = 500;
/** Only for the claim's form: the claim ends with its transaction. */
const LEASE_SECONDS = 120;

/**
 * Writes the digests that are due, each in a transaction of its own that also sets the person's next one; returns how many
 * letters there are. A digest that is late, because no server ran, is written once.
 */
export async function writeDigests(parts: Parts, isStopped: () => boolean = () => false): Promise<number> {
  const pace = parts.pace ?? new Pace();
  let written = 0;
  while (!isStopped()) {
    const outcome = await pace.run("later", () =>
      parts.database.db.transaction().execute((trx) => writeOne(trx, parts)),
    );
    if (outcome === "nobody") break;
    if (outcome === "nothing") continue;
    written++;
    parts.deliveries?.onDelivery({ channel: "digest", outcome: "sent", dueAt: outcome.dueAt });
  }
  return written;
}

async function writeOne(trx: Db, parts: Parts): Promise<"nobody" | "nothing" | { dueAt: number }> {
  const due = await lockDueUser(trx);
  if (!due) return "nobody";
  const person = await withZone(trx, due);
  const next = computeTimes(person);
  await setNextDigest(trx, person.userId, next?.nextAt ?? null);
  if (!next || (await hasDigest(trx, person.userId, next.localDate))) return "nothing";
  return runInLanguage(person.language, () => writeDigest(trx, parts, person, next.localDate));
}

async function writeDigest(
  trx: Db,
  parts: Parts,
  person: DuePerson,
  localDate: string,
): Promise<"nothing" | { dueAt: number }> {
  const items = await listItems(trx, person);
  if (items.length === 0) return "nothing";
  const to = (await readAddresses(trx, [person.userId])).get(person.userId)?.to;
  if (to === undefined) return "nothing";
  await recordDigest(trx, person.userId, localDate);
  const unsubscribeUrl = parts.unsubscribe.sign({ userId: person.userId, kind: "digest", diaryId: null });
  await enqueueMail(trx, writeDigestLetter({ to, items, baseUrl: parts.baseUrl, unsubscribeUrl }));
  return { dueAt: person.dueAt };
}

/** Until a device has sent the user's zone, that of their notebook counts. */
async function withZone(trx: Db, person: DuePerson): Promise<DuePerson> {
  const { userId, settings } = person;
  if (settings.timeZone !== null) return person;
  const zoneOf = await readNotebookZones(trx, [userId]);
  return { ...person, settings: { ...settings, timeZone: zoneOf(userId) } };
}

/**
 * Computes the local day of this digest, and when the next one is. Null for a zone that this version doesn't know: one
 * bad row mustn't stop the others' digests.
 */
function computeTimes({
  settings,
  dueAt,
  now,
}: DuePerson): { localDate: string; nextAt: number | null } | null {
  try {
    if (settings.timeZone === null) return null;
    return { localDate: toDayInZone(dueAt, settings.timeZone), nextAt: computeNextDigest(settings, now) };
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/**
 * The contents of a digest: notifications that have waited for it, which are settled, and news. Nothing for a person who wants
 * no digest, whose waiting notifications end with it.
 */
async function listItems(trx: Db, { userId, settings, now }: DuePerson): Promise<DigestItem[]> {
  const targetId = await lockMailTarget(trx, userId);
  if (targetId === null) return [];
  const rules = await listRules(trx, userId);
  const isWanted = getMode(rules, { diaryId: null, kind: "digest", channel: "mail" }) === "now";
  const waiting = await takeWaiting(trx, { userId, targetId, isWanted, hasTitles: settings.digestTitles });
  if (!isWanted) return [];
  const reader = { userId, rules, hasTitles: settings.digestTitles, now };
  return [...waiting, ...(await listNews(trx, reader, MAX_ITEMS - waiting.length))];
}

type Waiting = { userId: string; targetId: string; isWanted: boolean; hasTitles: boolean };

/** Settles the notifications that have waited for a person's digest; returns those that are still open. */
async function takeWaiting(
  trx: Db,
  { userId, targetId, isWanted, hasTitles }: Waiting,
): Promise<DigestItem[]> {
  await scheduleDigestItems(trx, userId, MAX_ITEMS);
  const claimed = await claimDeliveries({ db: trx }, DIGEST, {
    limit: MAX_ITEMS,
    leaseSeconds: LEASE_SECONDS,
    targetIds: [targetId],
  });
  if (claimed.length === 0) return [];
  const { subjects, open, ended, waiting } = await checkClaimed(trx, claimed);
  const outcome = isWanted ? "sent" : "off";
  await settleDeliveries({ db: trx }, [
    ...ended,
    ...open.map(({ one: { id, attempts } }) => ({ id, attempts, outcome })),
  ]);
  // A person is at it: if that comes to nothing, it is in the next one.
  await putIntoDigest(
    trx,
    waiting.map(({ id }) => id),
  );
  const places = await readPlaces(
    trx,
    open.map(({ one }) => one.id),
  );
  return open.map(({ one, subject }) => {
    const { notebook, whileAway } = places.get(one.id)!;
    return {
      kind: one.kind,
      diaryId: one.diaryId,
      diaryShortId: one.diaryShortId,
      whileAway,
      notebook: hasTitles ? notebook : "",
      title: hasTitles && subject ? getOutsideTitle(subjects, subject).title : "",
    };
  });
}
