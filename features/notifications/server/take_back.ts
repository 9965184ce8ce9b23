import { getShownName, readNames } from "../../../server/db/names.ts";
import { Pace } from "../../../server/pace.ts";
import { batchedWrites } from "./batched_writes.ts";
import { type ChannelSender, type Delivery, type Outcome, registeredChannels } from "./channels.ts";
import { type Parts, sendOne } from "./deliver.ts";
import { deleteTarget } from "./delivery_data.ts";
import { usefulFor } from "./outcomes.ts";
import { outsideTitle } from "./outside_titles.ts";
import { pathOf } from "./paths.ts";
import { type Settled, settledWords } from "./settled_words.ts";
import { spread } from "./spread.ts";
import { readSubjects, type SeenSubject, seenSubject } from "./subjects.ts";
import {
  claimReplacements,
  markReplacements,
  noteSettled,
  type Replacement,
  type ReplacementMark,
  settlementKey,
  settlementsOf,
} from "./take_back_data.ts";

const AT_ONCE = 200;
const LEASE_SECONDS = 120;

/**
 * Lets devices show that a matter is settled, or was seen elsewhere: a silent message with the same tag takes the place
 * of the reminder, so that nobody gives a dose that somebody else has given. ntfy can't replace what it shows.
 */
export async function takeBack(parts: Parts, isStopped: () => boolean = () => false): Promise<void> {
  const pace = parts.pace ?? new Pace();
  while (!isStopped() && (await pace.run("urgent", () => noteSettled(parts.database, AT_ONCE))));
  const senders = registeredChannels().filter(({ channel }) => channel === "push" || channel === "webhook");
  await Promise.all(senders.map((sender) => replaceDue(parts, sender, isStopped)));
}

/** Replaces what is due on a channel. */
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
  const messages = await pace.run("urgent", () => messagesOf(parts, claimed));
  const record = batchedWrites<ReplacementMark>((marks) => markReplacements(parts.database, marks), 40);
  const atOnce = Math.max(1, sender.concurrency);
  await spread(messages, { pace, urgency: "urgent", atOnce }, async ({ one, delivery }) => {
    const outcome = await sendOne(parts, sender, delivery);
    if (outcome === "gone") await deleteTarget(parts.database.db, one.targetId);
    else await record([markOf(one, outcome)]);
    parts.deliveries?.onReplacement({
      channel: one.channel,
      outcome: typeof outcome === "string" ? outcome : "later",
      settledAt: one.settledAt,
    });
  });
}

/** What a replacement that can't be sent showed before it keeps showing. */
function markOf({ id, attempts, state, settledAt, kind }: Replacement, outcome: Exclude<Outcome, "gone">) {
  const mark = { id, attempts };
  const isAgain = typeof outcome === "object" && outcome.retryAt <= settledAt + usefulFor(kind);
  return (isAgain ? { ...mark, retryAt: outcome.retryAt } : { ...mark, state }) satisfies ReplacementMark;
}

async function messagesOf({ database }: Parts, claimed: readonly Replacement[]) {
  const { db } = database;
  const subjects = await readSubjects(db, claimed);
  const settlements = await settlementsOf(database, claimed);
  const names = await readNames(
    db,
    [...settlements.values()].flatMap(({ doerId }) => doerId ?? []),
  );
  // Whoever doesn't see the matter any more learns only that it is settled.
  const seen = claimed.map((one) =>
    one.role === null ? null : seenSubject(subjects, one, { userId: one.userId, role: one.role }),
  );
  const titleOf = (subject: SeenSubject) => outsideTitle(subjects, subject).title;
  const settledOf = (one: Replacement): Settled | null => {
    const settlement = settlements.get(settlementKey(one));
    if (!settlement) return null;
    // A name that somebody typed is part of what is encrypted.
    const isEncrypted = one.subjectId !== null && subjects.plans.get(one.subjectId)?.is_encrypted === true;
    const typed = isEncrypted ? null : settlement.doerName;
    return { how: settlement.how, doer: typed ?? getShownName(names, settlement.doerId) };
  };
  return claimed.map((one, index) => ({
    one,
    delivery: deliveryOf(one, seen[index]!, settledOf(one), titleOf),
  }));
}

function deliveryOf(
  one: Replacement,
  subject: SeenSubject | null,
  settled: Settled | null,
  titleOf: (subject: SeenSubject) => string,
): Delivery {
  const { id, tag, kind, count, userId, targetId, channel, sealed, settledAt, attempts, state } = one;
  const detail = subject === null ? "nothing" : one.detail;
  const title = subject !== null && detail === "what" ? titleOf(subject) : "";
  return {
    // Another message than the one that it replaces, for receivers that drop what comes twice.
    id: `${id}.${state}`,
    ...{ notificationId: tag, tag, kind, count, userId },
    target: { id: targetId, channel, userId, sealed, detail },
    dueAt: settledAt,
    attempts: attempts - 1,
    path: count === 1 ? pathOf(one, subject) : "/care",
    words: settledWords({ ...one, detail }, settled, title),
    replaces: state,
    isAgain: false,
    answers: [],
  };
}
