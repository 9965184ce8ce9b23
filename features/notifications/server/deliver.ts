import type { Kysely } from "kysely";
import { DAY } from "../../../lib/time.ts";
import type { Tables } from "../../../server/db/database.ts";
import type { DeliveryOutcome, RoomParts } from "../../../server/rooms.ts";
import { type Kind, TIMED_KINDS } from "../rules.ts";
import { batchedWrites } from "./batched_writes.ts";
import { type ChannelSender, type Delivery, type Outcome, registeredChannels } from "./channels.ts";
import { type Claimed, claimDeliveries, deleteTarget, type Mark, markDeliveries } from "./delivery_data.ts";
import { subjectTitles } from "./inbox_data.ts";
import { lateWords } from "./late_words.ts";
import { nextAttempt } from "./outcomes.ts";
import { pathOf } from "./paths.ts";
import { type StillOpen, stillOpen } from "./still_open.ts";
import { readSubjects, type SeenSubject, type Subjects, seenSubject } from "./subjects.ts";
import { wordsOf } from "./words.ts";

export type Parts = Pick<RoomParts, "database" | "vault" | "outgoing" | "deliveries" | "log" | "baseUrl">;

/** What may be over before it is sent, though everybody still sees it. */
const CHECKED_KINDS: readonly Kind[] = [...TIMED_KINDS, "assigned"];

/** What is due at one time is one message. */
const DOSE_KINDS: readonly Kind[] = ["dose-due", "dose-missed"];

const AT_ONCE = 200;
/** Longer than sending a whole batch takes. */
const LEASE_SECONDS = 120;
/** A sender that answers nothing is given up after this. */
const SEND_MS = 30_000;
/** What can't be sent within a day isn't sent. */
const GIVEN_UP_AFTER = DAY;

/**
 * Sends what is due of a channel until nothing is left; returns how many were sent. At least once: a node that dies
 * between sending and recording it sends again, under the same id and tag, which replaces the first one.
 */
export async function deliverDue(
  parts: Parts,
  sender: ChannelSender,
  isStopped: () => boolean = () => false,
): Promise<number> {
  let sent = 0;
  while (!isStopped()) {
    const claimed = await claimDeliveries(parts.database, sender.channel, {
      limit: AT_ONCE,
      leaseSeconds: LEASE_SECONDS,
    });
    sent += await sendBatch(parts, sender, claimed);
    if (claimed.length < AT_ONCE) break;
  }
  return sent;
}

/** Sends on all channels. */
export async function deliverAll(parts: Parts, isStopped?: () => boolean): Promise<void> {
  await Promise.all(registeredChannels().map((sender) => deliverDue(parts, sender, isStopped)));
}

async function sendBatch(parts: Parts, sender: ChannelSender, claimed: readonly Claimed[]): Promise<number> {
  if (claimed.length === 0) return 0;
  const { db } = parts.database;
  const { subjects, checked } = await checkAgain(db, claimed);
  await markDeliveries(
    parts.database,
    checked.flatMap(({ one, stopped }) => (stopped ? [{ ...claim(one), outcome: stopped }] : [])),
  );
  for (const { one, stopped } of checked) if (stopped) observe(parts, one, "dropped");
  const open = checked.filter(({ stopped }) => stopped === null);
  const titleOf = await subjectTitles(
    db,
    parts.vault,
    subjects,
    open.map(({ one, subject }) => ({
      diaryId: one.diaryId,
      subject: one.detail === "what" ? subject : null,
    })),
  );
  const messages = togetherByTarget(open).map((group) => messageOf(group, titleOf));
  const record = batchedWrites<Mark>((marks) => markDeliveries(parts.database, marks));
  let sent = 0;
  const queue = messages.values();
  await Promise.all(
    Array.from({ length: Math.max(1, sender.concurrency) }, async () => {
      for (const { delivery, stands } of queue) {
        const outcome = await sendOne(parts, sender, delivery);
        if (outcome === "gone") await deleteTarget(db, delivery.target.id);
        // Directly after the answer: what isn't recorded when this process dies is sent again.
        else await record(stands.map((one) => markOf(one, outcome, delivery.tag)));
        for (const one of stands) observe(parts, one, typeof outcome === "string" ? outcome : "later");
        if (outcome === "sent") sent++;
      }
    }),
  );
  return sent;
}

/** What has been claimed, with what its person sees of it now, and why it isn't sent any more. */
export async function checkAgain(db: Kysely<Tables>, claimed: readonly Claimed[]) {
  const subjects = await readSubjects(db, claimed);
  const isOpen = await stillOpen(db, subjects, claimed, Date.now());
  return { subjects, checked: claimed.map((one) => ({ one, ...checkOf(subjects, one, isOpen) })) };
}

/** Tells the metrics what became of a notification. */
export const observe = (
  { deliveries }: Pick<Parts, "deliveries">,
  { channel, dueAt }: Claimed,
  outcome: DeliveryOutcome,
) => deliveries?.onDelivery({ channel, outcome, dueAt });

const claim = ({ id, attempts }: Claimed) => ({ id, attempts });

/** What the person sees of a matter now, or why they aren't told of it any more. */
function checkOf(
  subjects: Subjects,
  one: Claimed,
  isOpen: StillOpen,
): { subject: SeenSubject | null; stopped: string | null } {
  if (one.isClosed) return { subject: null, stopped: "closed" };
  if (one.diaryId === null) return { subject: null, stopped: null };
  if (one.role === null) return { subject: null, stopped: "no member" };
  const subject = seenSubject(subjects, one, { userId: one.userId, role: one.role });
  if (subject === null) return { subject, stopped: "hidden" };
  // Nobody is asked any more while somebody is at it.
  if (one.kind === "escalation" && one.step !== "taken" && one.isTaken) return { subject, stopped: "taken" };
  if (one.kind === "escalation" && one.runState !== null && one.runState !== "open")
    return { subject, stopped: "done" };
  if (one.isDone || (CHECKED_KINDS.includes(one.kind) && !isOpen(one))) return { subject, stopped: "done" };
  return { subject, stopped: null };
}

type Open = { one: Claimed; subject: SeenSubject | null };

/**
 * Those that were held up are one message for each target, and so are the doses of one time in a notebook; the others one
 * each.
 */
function togetherByTarget(open: readonly Open[]): Open[][] {
  const groups = Map.groupBy(open, ({ one }) => {
    if (one.isLate) return one.targetId;
    return DOSE_KINDS.includes(one.kind) ? `${one.targetId} ${one.groupKey}` : one.id;
  });
  return [...groups.values()];
}

function messageOf(group: Open[], titleOf: (subject: SeenSubject) => string) {
  const { one, subject } = group[0]!;
  const isOneMatter = group.length === 1 || !one.isLate;
  const delivery: Delivery = {
    id: one.id,
    notificationId: one.notificationId,
    tag: one.notificationId,
    kind: one.kind,
    count: group.length,
    userId: one.userId,
    target: {
      id: one.targetId,
      channel: one.channel,
      userId: one.userId,
      sealed: one.sealed,
      detail: one.detail,
    },
    dueAt: one.dueAt,
    attempts: one.attempts - 1,
    path: isOneMatter ? pathOf(one, subject) : "/care",
    words: isOneMatter
      ? wordsOf(
          one,
          group.map((each) => (each.subject ? titleOf(each.subject) : "")),
        )
      : lateWords(group.map((each) => each.one)),
    isReplacement: false,
  };
  return { delivery, stands: group.map((each) => each.one) };
}

/** Sends one message; an error of the channel means that it is tried again. */
export async function sendOne(parts: Parts, sender: ChannelSender, delivery: Delivery) {
  const { database, vault, outgoing, log, baseUrl } = parts;
  const signal = AbortSignal.timeout(SEND_MS);
  try {
    return await sender.send({ db: database.db, vault, outgoing, log, baseUrl, signal }, delivery);
  } catch (error) {
    // Neither the address nor the words: the error of a channel may quote both.
    const name = error instanceof Error ? error.name : "unknown";
    log.warn(
      { part: "notifications", delivery: delivery.id, channel: sender.channel, error: name },
      "A notification couldn't be sent.",
    );
    return { retryAt: nextAttempt(delivery.attempts) };
  }
}

function markOf(one: Claimed, outcome: Exclude<Outcome, "gone">, tag: string): Mark {
  if (typeof outcome === "string") return { ...claim(one), outcome, tag };
  if (outcome.retryAt > one.dueAt + GIVEN_UP_AFTER) return { ...claim(one), outcome: "failed" };
  return { ...claim(one), retryAt: outcome.retryAt };
}
