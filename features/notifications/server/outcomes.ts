import { HOUR, MINUTE } from "../../../lib/time.ts";
import type { SendOutcome } from "../../../server/outgoing/outcome.ts";
import type { Kind } from "../rules.ts";
import type { Delivery, Outcome, SendParts } from "./channels.ts";

const FIRST_PAUSE = MINUTE / 2;

/** When to try again after so many attempts, epoch ms: after half a minute, then ever later. */
export const nextAttempt = (attempts: number): number =>
  Date.now() + FIRST_PAUSE * 2 ** Math.min(attempts, 8);

const DOSES: readonly Kind[] = ["dose-due", "dose-missed", "escalation"];

/** How long a message is worth being delivered, ms: a dose's for an hour, a task's for half a day. */
export function usefulFor(kind: Kind): number {
  if (DOSES.includes(kind)) return HOUR;
  return kind === "task-due" ? 12 * HOUR : 24 * HOUR;
}

/**
 * What an answer of a service means for a delivery, with a line in the log where somebody has to do something. No
 * address is in it, nor any word of a service that a person names: it may repeat what it got.
 * @param isOperators whether the operator's settings decide if the service takes messages, as with push services
 */
export function outcomeFor(
  { log }: Pick<SendParts, "log">,
  { id, kind, dueAt, attempts, target: { channel } }: Delivery,
  outcome: SendOutcome,
  { isOperators = false } = {},
): Outcome {
  if (outcome.kind === "sent" || outcome.kind === "gone") return outcome.kind;
  const { reason, words } = outcome;
  const line = { part: "notifications", delivery: id, channel, reason, ...(isOperators && { words }) };
  if (outcome.kind === "later") {
    const asked = Date.now() + (outcome.afterSeconds ?? 0) * 1000;
    const retryAt = Math.max(asked, nextAttempt(attempts));
    if (retryAt <= dueAt + usefulFor(kind)) return { retryAt };
    log.warn(line, "A notification wasn't taken in time, and isn't sent any more.");
    return "failed";
  }
  if (outcome.kind === "misconfigured" && isOperators) {
    log.error(line, "A service doesn't accept the messages of this server: its settings have to be checked.");
    return "misconfigured";
  }
  log.warn(line, "A notification was refused, and isn't sent again.");
  return "failed";
}
