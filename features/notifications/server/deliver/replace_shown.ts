import { getShownName, readNames } from "../../../../server/db/names.ts";
import { Pace } from "../../../../server/pace.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { getVisibleSubject, readSubjects, type VisibleSubject } from "../subjects.ts";
import { createBatchedWrites } from "./batched_writes.ts";
import { type ChannelSender, type Delivery, listChannels, type Outcome } from "./channels.ts";
import { type Parts, sendOne } from "./deliver.ts";
import { deleteTarget } from "./delivery_data.ts";
import { getUsefulTime } from "./outcomes.ts";
import { getOutsideTitle } from "./outside_titles.ts";
import { getPath } from "./paths.ts";
import {
  claimReplacements,
  markReplacements,
  type Replacement,
  type ReplacementMark,
  readSettlements,
  scheduleReplacements,
  toSettlementKey,
} from "./replace_shown_data.ts";
import { formatSettled, type Settled } from "./settled_words.ts";
import { spread } from "./spread.ts";

const AT_ONCE = 200;
const LEASE_SECONDS = 120;

/**
 * Shows on devices that a subject is settled, or was seen elsewhere: a silent message with the same tag replaces the
 * reminder, so that a dose isn't given twice. ntfy can't replace shown messages.
 */
export async function replaceShown(parts: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const pace = parts.pace ?? new Pace();
  while (!isStopped() && (await pace.run("urgent", () => scheduleReplacements(parts.database, AT_ONCE))));
  const senders = listChannels().filter(({ channel }) => channel === "push" || channel === "webhook");
  await Promise.all(senders.map((sender) => replaceDue(parts, sender, isStopped)));
}

/** Replaces due messages of a channel. */
export async function replaceDue(
  parts: Parts,
  sender: ChannelSender,
  isStopped: () => boolean = () => false,
): Promise<void> {
  while (!isStopped()) {
    const claim = { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS };
    const claimed = await (parts.pace ?? new Pace()).run("urgent", () =>
      claimReplacements(parts.database, sender.channel, claim),
    );
    if (claimed.length === AT_ONCE) parts.pace?.noteMore();
    if (claimed.length > 0) await replaceBatch(parts, sender, claimed);
    if (claimed.length < AT_ONCE) return;
  }
}

async function replaceBatch(
  parts: Parts,
  sender: ChannelSender,
  claimed: readonly Replacement[],
): Promise<void> {
  const pace = parts.pace ?? new Pace();
  const messages = await pace.run("urgent", () => buildMessages(parts, claimed));
  const record = createBatchedWrites<ReplacementMark>((marks) => markReplacements(parts.database, marks), 40);
  const atOnce = Math.max(1, sender.concurrency);
  await spread(messages, { pace, urgency: "urgent", atOnce }, async ({ one, delivery }) => {
    const outcome = await sendOne(parts, sender, delivery);
    if (outcome === "gone") await deleteTarget(parts.database.db, one.targetId);
    else await record([toMark(one, outcome)]);
    parts.deliveries?.onReplacement({
      channel: one.channel,
      outcome: typeof outcome === "string" ? outcome : "later",
      settledAt: one.settledAt,
    });
  });
}

/** What a replacement that can't be sent showed before it keeps showing. */
function toMark({ id, attempts, state, settledAt, kind }: Replacement, outcome: Exclude<Outcome, "gone">) {
  const mark = { id, attempts };
  const isAgain = typeof outcome === "object" && outcome.retryAt <= settledAt + getUsefulTime(kind);
  return (isAgain ? { ...mark, retryAt: outcome.retryAt } : { ...mark, state }) satisfies ReplacementMark;
}

async function buildMessages({ database }: Parts, claimed: readonly Replacement[]) {
  const { db } = database;
  const subjects = await readSubjects(db, claimed);
  const settlements = await readSettlements(database, claimed);
  const names = await readNames(
    db,
    [...settlements.values()].flatMap(({ doerId }) => doerId ?? []),
  );
  // A user who can't see the subject any more learns only that it is settled.
  const seen = claimed.map((one) =>
    one.role === null ? null : getVisibleSubject(subjects, one, { userId: one.userId, role: one.role }),
  );
  const getTitle = (subject: VisibleSubject) => getOutsideTitle(subjects, subject).title;
  const getSettled = (one: Replacement): Settled | null => {
    const settlement = settlements.get(toSettlementKey(one));
    if (!settlement) return null;
    // A typed name is part of the encrypted entry.
    const isEncrypted = one.subjectId !== null && subjects.plans.get(one.subjectId)?.is_encrypted === true;
    const typed = isEncrypted ? null : settlement.doerName;
    return { how: settlement.how, doer: typed ?? getShownName(names, settlement.doerId) };
  };
  return claimed.map((one, index) => ({
    one,
    delivery: runInLanguage(one.language, () => buildDelivery(one, seen[index]!, getSettled(one), getTitle)),
  }));
}

function buildDelivery(
  one: Replacement,
  subject: VisibleSubject | null,
  settled: Settled | null,
  titleOf: (subject: VisibleSubject) => string,
): Delivery {
  const { id, tag, kind, count, userId, targetId, channel, sealed, settledAt, attempts, state } = one;
  const detail = subject === null ? "nothing" : one.detail;
  const title = subject !== null && detail === "what" ? titleOf(subject) : "";
  return {
    // Another id than that of the replaced message, for receivers that drop duplicates.
    id: `${id}.${state}`,
    ...{ notificationId: tag, tag, kind, count, userId },
    target: { id: targetId, channel, userId, sealed, detail },
    dueAt: settledAt,
    language: one.language,
    attempts: attempts - 1,
    path: count === 1 ? getPath(one, subject) : "/care",
    words: formatSettled({ ...one, detail }, settled, title),
    replaces: state,
    isAgain: false,
    answers: null,
  };
}
