import { sql } from "kysely";
import { MINUTE } from "../../../lib/dates/time.ts";
import { systemClock } from "../../../server/clock.ts";
import { runWhenDue } from "../../../server/jobs/due_work.ts";
import { Pace } from "../../../server/pace.ts";
import type { DeliveryOutcome, RoomParts } from "../../../server/rooms.ts";
import {
  type Claimed,
  claimMessages,
  countSent,
  dropOldest,
  forgetMessages,
  wakeForgotten,
} from "./claims_data.ts";
import { turnOff } from "./data.ts";
import { recordFailure, recordSent } from "./delivery_data.ts";
import { readRows, toEvent } from "./events.ts";
import { openWebhook, sendEvent, type WebhookEvent } from "./send.ts";

export type Parts = Pick<
  RoomParts,
  "database" | "outgoing" | "deliveries" | "clock" | "due" | "log" | "pace"
>;

/** So many messages of a node are on their way at the same time. */
const AT_ONCE = 60;
const TIDIED_EVERY_MS = MINUTE;
const FAILURE = "Webhooks can't be sent.";

/** The channel's name in the metrics, next to those of notifications. */
const CHANNEL = "events";

type Message = { one: Claimed; event: WebhookEvent };

/**
 * Claims due messages without those whose subject the user can't see any more. Null when no webhook was due; all due
 * messages may be hidden.
 */
async function claimNextMessages(parts: Parts, pace: Pace, limit: number): Promise<Message[] | null> {
  // A step each, so that people come first.
  const claimed = await pace.run("later", () => claimMessages(parts.database, limit));
  if (claimed === null || claimed.length === 0) return claimed && [];
  if (claimed.length === limit) pace.noteMore();
  return pace.run("later", async () => {
    const rows = await readRows(parts.database.db, claimed);
    const checked = claimed.map((one) => ({ one, event: toEvent(rows, one) }));
    const hidden = checked.filter(({ event }) => event === null).map(({ one }) => one);
    await forgetMessages(parts.database, hidden);
    for (const one of hidden) observe(parts, one, "dropped");
    const messages = checked.filter((each): each is Message => each.event !== null);
    await countSent(
      parts.database,
      messages.map(({ one }) => one),
    );
    return messages;
  });
}

const observe = ({ deliveries }: Parts, { madeAt }: Claimed, outcome: DeliveryOutcome) =>
  deliveries?.onDelivery({ channel: CHANNEL, outcome, dueAt: madeAt });

async function sendOne(parts: Parts, { one, event }: Message): Promise<void> {
  const { database, outgoing, clock = systemClock, log } = parts;
  const target = openWebhook(outgoing, one.sealed);
  const message = { id: one.id, event, rotatedUntil: one.rotatedUntil };
  const outcome = target
    ? await sendEvent(target, message, { rules: outgoing.rules, now: clock.now() })
    : // The server has another secret key since.
      ({ kind: "refused", reason: "unreadable", words: "" } as const);
  if (outcome.kind === "sent") {
    await recordSent(database, one, event.type);
    return observe(parts, one, "sent");
  }
  if (outcome.kind === "gone") {
    await turnOff(database.db, one, "gone");
    return observe(parts, one, "gone");
  }
  const { reason } = outcome;
  const asked = outcome.kind === "later" ? outcome.afterSeconds : null;
  const after = await recordFailure(database, one, { sentAs: event.type, reason, asked });
  observe(parts, one, after === "later" ? "later" : "failed");
  // Log neither the address nor the receiver's text, which may repeat the message.
  if (after === "off")
    log.warn({ part: "webhooks", webhook: one.webhookId, reason }, "A webhook was turned off.");
}

/** Sends due messages until none is left; returns when all outcomes are recorded. At least once, in any order. */
export async function deliverMessages(parts: Parts): Promise<number> {
  const pace = parts.pace ?? new Pace();
  let sent = 0;
  for (;;) {
    const messages = await claimNextMessages(parts, pace, AT_ONCE);
    if (messages === null) return sent;
    await Promise.all(messages.map((message) => sendOne(parts, message)));
    sent += messages.length;
  }
}

/**
 * Sends due messages, on every node: the node that claims a message sends it. A slow receiver doesn't delay the others.
 */
export function startWebhooks(parts: Parts): { stop(): Promise<void> } {
  const { pace = new Pace(), clock = systemClock } = parts;
  const running = new Set<Promise<void>>();
  let stopped = false;
  let round: Promise<void> | null = null;

  const fail = (err: unknown) => parts.log.error({ part: "webhooks", err }, FAILURE);

  function send(message: Message): void {
    const one: Promise<void> = sendOne(parts, message)
      .catch(fail)
      .finally(() => {
        running.delete(one);
        // Its webhook may have more.
        void begin().catch(fail);
      });
    running.add(one);
  }

  async function runRound(): Promise<void> {
    while (!stopped && running.size < AT_ONCE) {
      const messages = await claimNextMessages(parts, pace, AT_ONCE - running.size);
      if (messages === null) return;
      for (const message of messages) send(message);
    }
  }

  async function begin(): Promise<void> {
    if (stopped) return;
    round ??= runRound().finally(() => {
      round = null;
    });
    await round;
  }

  const work = runWhenDue(parts, [
    {
      part: "webhooks",
      failure: FAILURE,
      isDue: sql`(exists (select from webhook_wakes) or exists (select from webhook_queues where look_at <= now()))`,
      run: begin,
    },
  ]);
  let tidying = Promise.resolve();
  const cancel = clock.every(TIDIED_EVERY_MS, () => {
    tidying = tidying.then(cleanUp).catch(fail);
    return tidying;
  });
  async function cleanUp(): Promise<void> {
    await dropOldest(parts.database);
    await wakeForgotten(parts.database);
  }
  return {
    async stop() {
      stopped = true;
      cancel();
      await work.stop();
      await tidying;
      await round?.catch(() => {});
      await Promise.all(running);
    },
  };
}
