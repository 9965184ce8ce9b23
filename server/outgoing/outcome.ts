import type { Message } from "../../lib/words/message.ts";
import { getFirstLine } from "../start_error.ts";
import { OutgoingRefused } from "./destination.ts";
import type { OutgoingAnswer } from "./request.ts";

/**
 * The outcome of a message to another service. `words` are for the operator: the answer of a user's service may quote
 * its request, so for those only `reason` may be logged.
 */
export type SendOutcome =
  | { kind: "sent" }
  /** Messages aren't taken there any more: nothing will ever arrive. */
  | { kind: "gone" }
  /** The same message will never be taken: our own fault, or an address that isn't permitted. */
  | ({ kind: "refused" } & Why)
  /** The service doesn't accept our credentials. */
  | ({ kind: "misconfigured" } & Why)
  /** To be sent again, when the service has named a time then not earlier. */
  | ({ kind: "later"; afterSeconds: number | null } & Why);

/** Why a message wasn't taken. */
type Why = {
  words: string;
  /** For people, where the reason is our own. */
  sentence?: Message;
  /** The status of the answer, or a word such as `ECONNREFUSED`. Never an address. */
  reason: string;
};

const MAX_WORDS = 200;

/** The reason when the operator's settings (`OUTGOING_ALLOW`) or the kind of address don't let a request go. */
export const NOT_PERMITTED = "not permitted";

/**
 * Classifies an answer.
 * @param gone the statuses that mean that the address ended
 */
export function toSendOutcome(
  { status, headers, body }: OutgoingAnswer,
  { now, gone }: { now: number; gone: readonly number[] },
): SendOutcome {
  if (status >= 200 && status < 300) return { kind: "sent" };
  if (gone.includes(status)) return { kind: "gone" };
  const text = body.toString("utf8").replace(/\s+/g, " ").trim().slice(0, MAX_WORDS);
  const words = `${status}${text ? ` ${text}` : ""}`;
  const reason = String(status);
  if (status === 401 || status === 403) return { kind: "misconfigured", words, reason };
  if (status === 408 || status === 429 || status >= 500)
    return { kind: "later", words, reason, afterSeconds: retryAfterSeconds(headers["retry-after"], now) };
  return { kind: "refused", words, reason };
}

/** The outcome of a network error. */
export function toFailureOutcome(error: unknown): SendOutcome {
  if (error instanceof OutgoingRefused)
    return { kind: "refused", words: error.message, sentence: error.reason, reason: NOT_PERMITTED };
  // Messages of the network's errors name the address, their codes don't.
  const { code, name } = error as NodeJS.ErrnoException;
  return { kind: "later", words: getFirstLine(error), reason: code ?? name, afterSeconds: null };
}

/** The seconds that a `Retry-After` names, as a number or as a date; null without one. */
export function retryAfterSeconds(header: string | string[] | undefined, now: number): number | null {
  const text = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!text) return null;
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now) / 1000));
}
