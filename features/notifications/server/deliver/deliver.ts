import type { Kysely } from "kysely";
import { DAY } from "../../../../lib/dates/time.ts";
import type { Tables } from "../../../../server/db/database.ts";
import { Pace, type Urgency } from "../../../../server/pace.ts";
import type { DeliveryOutcome, RoomParts } from "../../../../server/rooms.ts";
import { runInLanguage } from "../../../../server/words/texts.ts";
import { maySnooze } from "../../rules/later.ts";
import { formatMessage } from "../../rules/message-words.ts";
import { type Kind, TIMED_KINDS } from "../../rules.ts";
import { readStillDue } from "../plan/is_still_due.ts";
import type { StillDue } from "../subject_rooms.ts";
import { getVisibleSubject, readSubjects, type Subjects, type VisibleSubject } from "../subjects.ts";
import { createBatchedWrites } from "./batched_writes.ts";
import {
  type Answer,
  type Answers,
  type ChannelSender,
  type Delivery,
  listChannels,
  type Outcome,
} from "./channels.ts";
import {
  type Checked,
  type Claimed,
  claimDeliveries,
  type DeliveryQueue,
  deleteTarget,
  type Mark,
  markDeliveries,
  settleDeliveries,
} from "./delivery_data.ts";
import { formatLate } from "./late_words.ts";
import { computeNextAttempt } from "./outcomes.ts";
import { getOutsideTitle, type OutsideTitle } from "./outside_titles.ts";
import { getPath } from "./paths.ts";
import { spread } from "./spread.ts";

export type Parts = Pick<
  RoomParts,
  "database" | "vault" | "outgoing" | "deliveries" | "log" | "baseUrl" | "pace"
>;

type Pacing = { pace: Pace; urgency: Urgency };

/** What may be over before it is sent, though everybody still sees it. */
const CHECKED_KINDS: readonly Kind[] = [...TIMED_KINDS, "assigned"];

const AT_ONCE = 200;
/** Longer than sending a whole batch takes. */
const LEASE_SECONDS = 120;
/** A sender that answers nothing is given up after this. */
const SEND_MS = 30_000;
/** What can't be sent within a day isn't sent. */
const GIVEN_UP_AFTER = DAY;

/**
 * Sends due deliveries of a channel until none is left; returns how many were sent. At least once: a node that dies
 * between sending and recording sends again, under the same id and tag, which replaces the first message.
 * @param queue "others" waits for urgent ones
 */
export async function deliverDue(
  parts: Parts,
  sender: ChannelSender,
  isStopped: () => boolean = () => false,
  queue: DeliveryQueue = "all",
): Promise<number> {
  const pacing: Pacing = { pace: parts.pace ?? new Pace(), urgency: queue === "others" ? "later" : "urgent" };
  const claim = { limit: AT_ONCE, leaseSeconds: LEASE_SECONDS, queue };
  let sent = 0;
  while (!isStopped()) {
    const claimed = await pacing.pace.run(pacing.urgency, () =>
      claimDeliveries(parts.database, sender.channel, claim),
    );
    if (claimed.length === AT_ONCE) pacing.pace.noteMore();
    sent += await sendBatch(parts, sender, claimed, pacing);
    if (claimed.length < AT_ONCE) break;
  }
  return sent;
}

/** In bulk so many ms of answers are one statement; a single answer is recorded at once. */
const RECORDED_TOGETHER_MS = 80;

type RecordMarks = (marks: readonly Mark[]) => Promise<void>;
type Recorder = { withTarget: RecordMarks; withoutTarget: RecordMarks };
const recorders = new WeakMap<object, Recorder>();

/**
 * Returns the recorder of outcomes, one for all rounds of a node; most don't affect their target's health, which costs
 * less.
 */
function getRecorder(database: Parts["database"]): Recorder {
  const known = recorders.get(database) ?? {
    withTarget: createBatchedWrites<Mark>((marks) => markDeliveries(database, marks), RECORDED_TOGETHER_MS),
    withoutTarget: createBatchedWrites<Mark>(
      (marks) => settleDeliveries(database, marks),
      RECORDED_TOGETHER_MS,
    ),
  };
  recorders.set(database, known);
  return known;
}

/** Sends on all channels. */
export async function deliverAll(parts: Parts, isStopped?: () => boolean): Promise<void> {
  await Promise.all(listChannels().map((sender) => deliverDue(parts, sender, isStopped)));
}

async function sendBatch(
  parts: Parts,
  sender: ChannelSender,
  claimed: readonly Claimed[],
  { pace, urgency }: Pacing,
): Promise<number> {
  if (claimed.length === 0) return 0;
  const { db } = parts.database;
  const { subjects, open, ended, waiting } = await pace.run(urgency, async () => {
    const checked = await checkClaimed(db, claimed);
    await settleDeliveries(parts.database, [...checked.ended, ...checked.waiting]);
    return checked;
  });
  for (const { one } of ended) observe(parts, one, "dropped");
  for (const { one } of waiting) observe(parts, one, "later");
  const getTitle = (subject: VisibleSubject) => getOutsideTitle(subjects, subject);
  // Recording doesn't wait for its turn: what isn't recorded when this process dies is sent again.
  const recorder = getRecorder(parts.database);
  let sent = 0;
  const atOnce = Math.max(1, sender.concurrency);
  await spread(groupByTarget(open), { pace, urgency, atOnce }, async (group) => {
    // Here, because the words of a whole batch would hold the event loop for milliseconds.
    const { delivery, included } = runInLanguage(group[0]!.one.language, () => buildMessage(group, getTitle));
    const outcome = await sendOne(parts, sender, delivery);
    if (outcome === "gone") await deleteTarget(db, delivery.target.id);
    else {
      const isOurFault = typeof outcome !== "string" && outcome.isOurFault === true;
      const hasNoNews = isOurFault || (outcome === "sent" && included.every((one) => one.isKnownToWork));
      const record = hasNoNews ? recorder.withoutTarget : recorder.withTarget;
      await record(included.map((one) => toMark(one, outcome, delivery.tag)));
    }
    for (const one of included) observe(parts, one, toObserved(outcome));
    if (outcome === "sent") sent++;
  });
  return sent;
}

/**
 * Checks claimed deliveries as their user sees them now: `open` is sent, `ended` isn't any more, `waiting` isn't yet,
 * because a member has taken it on. The last two are marks for `settleDeliveries`.
 */
export async function checkClaimed(db: Kysely<Tables>, claimed: readonly Claimed[]) {
  const subjects = await readSubjects(db, claimed);
  const isOpen = await readStillDue(db, subjects, claimed, Date.now());
  const open: Open[] = [];
  const ended: (Open & { id: string; attempts: number; outcome: string })[] = [];
  const waiting: (Open & { id: string; attempts: number; retryAt: number })[] = [];
  for (const one of claimed) {
    const { subject, stopped } = checkDelivery(subjects, one, isOpen);
    if (stopped === null) open.push({ one, subject });
    else if (typeof stopped === "string") ended.push({ one, subject, ...claim(one), outcome: stopped });
    else waiting.push({ one, subject, ...claim(one), retryAt: stopped });
  }
  return { subjects, open, ended, waiting };
}

/** Reports the outcome of a notification to the metrics. */
export const observe = (
  { deliveries }: Pick<Parts, "deliveries">,
  { channel, dueAt }: Claimed,
  outcome: DeliveryOutcome,
) => deliveries?.onDelivery({ channel, outcome, dueAt });

const claim = ({ id, attempts }: Claimed) => ({ id, attempts });

/** Returns the visible subject, or why (or until when, epoch ms) delivery is suppressed. */
export function checkDelivery(
  subjects: Subjects,
  one: Checked,
  isOpen: StillDue,
): { subject: VisibleSubject | null; stopped: string | number | null } {
  if (one.isClosed) return { subject: null, stopped: "closed" };
  if (one.diaryId === null) return { subject: null, stopped: null };
  if (one.role === null) return { subject: null, stopped: "no member" };
  const subject = getVisibleSubject(subjects, one, { userId: one.userId, role: one.role });
  if (subject === null) return { subject, stopped: "hidden" };
  if (one.isPutOff) return { subject, stopped: "put off" };
  // A run that a member has taken on notifies nobody else.
  if (one.kind === "escalation" && one.step !== "taken" && one.isTaken) return { subject, stopped: "taken" };
  const expectedState = one.step === "stale" ? "stale" : "open";
  if (one.kind === "escalation" && one.runState !== null && one.runState !== expectedState)
    return { subject, stopped: "done" };
  if (one.isDone) return { subject, stopped: "done" };
  const state = CHECKED_KINDS.includes(one.kind) ? isOpen(one) : "open";
  if (state === "over") return { subject, stopped: "done" };
  return { subject, stopped: state === "open" ? null : state };
}

type Open = { one: Claimed; subject: VisibleSubject | null };

/**
 * Those that were held up are one message for each target, and so are the doses of one time in a notebook; the others one
 * each.
 */
function groupByTarget(open: readonly Open[]): Open[][] {
  const groups = Map.groupBy(open, ({ one }) => {
    if (one.isLate) return one.targetId;
    // Escalations too; their runs may be taken on by different members.
    return one.subjectKind === "dose" ? `${one.targetId} ${one.groupKey} ${one.actorName}` : one.id;
  });
  // All devices show them in the order of the page of doses.
  return [...groups.values()].map((group) => group.toSorted((a, b) => (getOrder(a) < getOrder(b) ? -1 : 1)));
}

const getOrder = ({ one }: Open): string => one.subjectId ?? one.id;

function buildMessage(group: Open[], titleOf: (subject: VisibleSubject) => OutsideTitle) {
  const { one, subject } = group[0]!;
  const isOneSubject = group.length === 1 || !one.isLate;
  const delivery: Delivery = {
    // What comes back is another message than the one before, for receivers that drop what comes twice.
    id: one.backAt === null ? one.id : `${one.id}.${one.backAt}`,
    notificationId: one.notificationId,
    tag: group.find((each) => each.one.shownTag)?.one.shownTag ?? one.notificationId,
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
    language: one.language,
    attempts: one.attempts - 1,
    path: isOneSubject ? getPath(one, subject) : "/care",
    words: isOneSubject
      ? formatMessage(
          one,
          group.map(({ one: { detail }, subject }) =>
            detail === "what" && subject ? titleOf(subject).title : "",
          ),
          Date.now(),
        )
      : formatLate(group.map((each) => each.one)),
    replaces: null,
    isAgain: one.backAt !== null,
    answers: listAnswers(group, titleOf),
  };
  return { delivery, included: group.map((each) => each.one) };
}

/**
 * Lists the buttons of a message. A task can be done only where the message names it. A dose can't: giving it requires
 * its amount and the doses before.
 */
function listAnswers(
  group: readonly Open[],
  titleOf: (subject: VisibleSubject) => OutsideTitle,
): Answers | null {
  const { one, subject } = group[0]!;
  const isTask = subject?.type === "task" && TIMED_KINDS.includes(one.kind) && one.step !== "taken";
  const isNamed = group.length === 1 && one.detail === "what" && subject !== null && titleOf(subject).isNamed;
  const ways: Answer[] = [
    ...(isTask && isNamed ? (["done"] as const) : []),
    ...(group.every((each) => maySnooze(each.one)) ? (["later"] as const) : []),
  ];
  return ways.length === 0 ? null : { ways, by: one.accountId };
}

/** Sends one message; an error of the channel means that it is tried again. */
export async function sendOne(parts: Parts, sender: ChannelSender, delivery: Delivery) {
  const { database, vault, outgoing, log, baseUrl } = parts;
  const signal = AbortSignal.timeout(SEND_MS);
  try {
    const sending = { db: database.db, vault, outgoing, log, baseUrl, signal };
    return await runInLanguage(delivery.language, () => sender.send(sending, delivery));
  } catch (error) {
    // Neither the address nor the words: the error of a channel may quote both.
    const name = error instanceof Error ? error.name : "unknown";
    log.warn(
      { part: "notifications", delivery: delivery.id, channel: sender.channel, error: name },
      "A notification couldn't be sent.",
    );
    return { retryAt: computeNextAttempt(delivery.attempts) };
  }
}

function toObserved(outcome: Outcome): DeliveryOutcome {
  if (typeof outcome === "string") return outcome;
  return outcome.isOurFault ? "misconfigured" : "later";
}

function toMark(one: Claimed, outcome: Exclude<Outcome, "gone">, tag: string): Mark {
  if (typeof outcome === "string") return { ...claim(one), outcome, tag };
  if (outcome.retryAt > one.dueAt + GIVEN_UP_AFTER) return { ...claim(one), outcome: "failed" };
  return { ...claim(one), retryAt: outcome.retryAt, isTried: true };
}
