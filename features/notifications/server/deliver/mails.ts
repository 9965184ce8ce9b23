import type { Kysely } from "kysely";
import type { Tables } from "../../../../server/db/database.ts";
import type { OutgoingMail } from "../../../../server/mail/message.ts";
import { enqueueMails } from "../../../../server/mail/outbox.ts";
import { Pace } from "../../../../server/pace.ts";
import type { DeliveryOutcome, RoomParts } from "../../../../server/rooms.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import type { VisibleSubject } from "../subjects.ts";
import { checkClaimed } from "./deliver.ts";
import { type Claimed, claimDeliveries, type Mark, settleDeliveries } from "./delivery_data.ts";
import { writeNewsLetter } from "./letters.ts";
import { reserveMails } from "./mail_limits_data.ts";
import {
  dropSeenMails,
  joinWaitingMails,
  lockMailTargets,
  putIntoDigest,
  readAddresses,
  readMailedMentions,
} from "./mails_data.ts";
import { getPath } from "./paths.ts";

type Db = Kysely<Tables>;
type Parts = Pick<RoomParts, "database" | "baseUrl" | "unsubscribe" | "pace" | "deliveries">;

const AT_ONCE = 200;
/** Only for the claim's form: the claim ends with its transaction. */
const LEASE_SECONDS = 120;

/**
 * Puts due mails into the outbox; returns how many. Claim, letter and record are one transaction, so each mail is
 * queued once, whichever nodes run and stop when; the postman sends it under its Message-ID. All due notifications of a
 * kind in a notebook are one letter. Seen and done ones are left out, and those beyond a user's limit go to the digest.
 */
export async function queueDueMails(parts: Parts, isStopped: () => boolean = () => false): Promise<number> {
  const pace = parts.pace ?? new Pace();
  let written = 0;
  while (!isStopped()) {
    const batch = await pace.run("later", () =>
      parts.database.db.transaction().execute((trx) => queueBatch(trx, parts)),
    );
    written += batch.letters;
    // What a rolled back transaction did never happened.
    for (const each of batch.observed) parts.deliveries?.onDelivery({ channel: "mail", ...each });
    if (batch.claimed < AT_ONCE) break;
    pace.noteMore();
  }
  return written;
}

/** What became of a claimed batch; `observed` for the metrics. */
type Batch = {
  claimed: number;
  letters: number;
  observed: { outcome: DeliveryOutcome; dueAt: number }[];
};

/** Outcomes with a letter. */
const WRITTEN = new Set(["sent", "mailed"]);

const getOutcome = (mark: Mark): DeliveryOutcome =>
  "outcome" in mark ? (WRITTEN.has(mark.outcome) ? "sent" : "dropped") : "later";

const getObserver =
  (outcome: DeliveryOutcome) =>
  ({ dueAt }: { dueAt: number }) => ({ outcome, dueAt });

async function queueBatch(trx: Db, parts: Parts): Promise<Batch> {
  const targetIds = await lockMailTargets(trx, AT_ONCE);
  if (targetIds.length === 0) return { claimed: 0, letters: 0, observed: [] };
  const seen = await dropSeenMails(trx, targetIds);
  await joinWaitingMails(trx, targetIds);
  const claimed = await claimDeliveries({ db: trx }, "mail", {
    limit: AT_ONCE,
    leaseSeconds: LEASE_SECONDS,
    targetIds,
  });
  if (claimed.length === 0) return { claimed: 0, letters: 0, observed: seen.map(getObserver("dropped")) };
  const { open, ended, waiting } = await checkClaimed(trx, claimed);
  const { mentions, news } = await filterMentions(
    trx,
    open.map(({ one }) => one),
  );
  const subjects = new Map(open.map(({ one, subject }) => [one.id, subject]));
  const { letters, sent, beyond } = await writeLetters(trx, parts, news, subjects);
  await enqueueMails(trx, letters);
  const later = [...beyond, ...mentions.beyond];
  await putIntoDigest(
    trx,
    later.map(({ id }) => id),
  );
  const settled = [...ended, ...waiting, ...mentions.settled, ...sent];
  await settleDeliveries({ db: trx }, settled);
  const byId = new Map(claimed.map((one) => [one.id, one]));
  return {
    claimed: claimed.length,
    letters: letters.length,
    observed: [
      ...seen.map(getObserver("dropped")),
      ...later.map(getObserver("digest")),
      ...settled.map((each) => getObserver(getOutcome(each))(byId.get(each.id)!)),
    ],
  };
}

const mark = ({ id, attempts }: Claimed, outcome: string): Mark => ({ id, attempts, outcome });

/**
 * Filters out mentions: their letters are written with the comment or the note. Mentions without a letter because of
 * the limit go to the digest; those of users who turned such letters off don't.
 */
async function filterMentions(trx: Db, open: readonly Claimed[]) {
  const all = open.filter(({ kind }) => kind === "mentioned");
  const news = open.filter(({ kind }) => kind !== "mentioned");
  const known = await readMailedMentions(trx, all);
  const settled = all.flatMap((one) =>
    known.get(one.id) === "beyond" ? [] : [mark(one, known.get(one.id)!)],
  );
  return { mentions: { settled, beyond: all.filter(({ id }) => known.get(id) === "beyond") }, news };
}

async function writeLetters(
  trx: Db,
  { baseUrl, unsubscribe }: Parts,
  open: readonly Claimed[],
  subjects: ReadonlyMap<string, VisibleSubject | null>,
) {
  const addresses = await readAddresses(trx, [...new Set(open.map(({ userId }) => userId))]);
  const groups = Map.groupBy(open, ({ userId, diaryId, kind }) => `${userId} ${diaryId} ${kind}`);
  const letters: OutgoingMail[] = [];
  const sent: Mark[] = [];
  const beyond: Claimed[] = [];
  for (const group of groups.values()) {
    const { userId, diaryId, kind } = group[0]!;
    const recipient = addresses.get(userId);
    if (recipient === undefined) {
      sent.push(...group.map((one) => mark(one, "no address")));
      continue;
    }
    const [taken] = await reserveMails(trx, [userId], { kind, subjectId: null, now: new Date() });
    if (taken === undefined) {
      beyond.push(...group);
      continue;
    }
    letters.push(
      runInLanguage(recipient.language, () =>
        writeNewsLetter({
          to: recipient.to,
          kind,
          count: group.length,
          url:
            baseUrl +
            (group.length === 1
              ? getPath(group[0]!, subjects.get(group[0]!.id) ?? null)
              : getNotebookPath(group[0]!)),
          settings: `${baseUrl}/account`,
          unsubscribeUrl: unsubscribe.sign({ userId, kind, diaryId }),
        }),
      ),
    );
    sent.push(...group.map((one) => mark(one, "sent")));
  }
  return { letters, sent, beyond };
}

const getNotebookPath = ({ diaryShortId }: Claimed): string =>
  diaryShortId === null ? "/care" : `/care/${diaryShortId}`;
