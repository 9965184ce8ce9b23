import { HOUR, MINUTE } from "../../../../lib/dates/time.ts";
import { NOT_PERMITTED, type SendOutcome } from "../../../../server/outgoing/outcome.ts";
import type { Kind } from "../../rules.ts";
import type { Delivery, Outcome, SendParts } from "./channels.ts";

const FIRST_PAUSE = MINUTE / 2;

/** When to try again after so many attempts, epoch ms: after half a minute, then ever later. */
export const computeNextAttempt = (attempts: number): number =>
  Date.now() + FIRST_PAUSE * 2 ** Math.min(attempts, 8);

const DOSES: readonly Kind[] = ["dose-due", "dose-missed", "escalation"];

/** How long a message is worth being delivered, ms: a dose's for an hour, a task's for half a day. */
export function getUsefulTime(kind: Kind): number {
  if (DOSES.includes(kind)) return HOUR;
  return kind === "task-due" ? 12 * HOUR : 24 * HOUR;
}

/** By log, the channels whose problem with this server's settings is logged and not over. */
const loggedChannels = new WeakMap<object, Set<string>>();

/**
 * Maps an answer of a service to the outcome of a delivery, with a log line where an operator has to act. It contains
 * no address and no text of a user's service, which may repeat the message. Errors that settings can mend (the
 * server's, or a token that the user corrects) are retried as long as the message is useful.
 * @param isOperators whether the operator's settings decide if the service takes messages, as with push services
 */
export function toOutcome(
  { log }: Pick<SendParts, "log">,
  { id, kind, dueAt, attempts, target: { channel } }: Delivery,
  outcome: SendOutcome,
  { isOperators = false } = {},
): Outcome {
  const logged = loggedChannels.get(log) ?? new Set();
  loggedChannels.set(log, logged);
  if (outcome.kind === "sent") logged.delete(channel);
  if (outcome.kind === "sent" || outcome.kind === "gone") return outcome.kind;
  const { reason, words } = outcome;
  const line = { part: "notifications", delivery: id, channel, reason, ...(isOperators && { words }) };
  const asked = outcome.kind === "later" ? Date.now() + (outcome.afterSeconds ?? 0) * 1000 : 0;
  const retryAt = Math.max(asked, computeNextAttempt(attempts));
  const isInTime = retryAt <= dueAt + getUsefulTime(kind);
  if (outcome.kind === "misconfigured" && isOperators) {
    if (!logged.has(channel))
      log.error(
        line,
        "A service doesn't accept the messages of this server: its settings have to be checked.",
      );
    logged.add(channel);
    return isInTime ? { retryAt, isOurFault: true } : "misconfigured";
  }
  if (outcome.kind === "refused" && reason !== NOT_PERMITTED) {
    log.warn(line, "A notification was refused, and isn't sent again.");
    return "failed";
  }
  if (isInTime) return { retryAt };
  log.warn(line, "A notification wasn't taken in time, and isn't sent any more.");
  return "failed";
}
