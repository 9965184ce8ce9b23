import { isFailure, type Outcome } from "./live_results.ts";
import { encodeVersion, type StateVersion } from "./protocol.ts";
import type { Subscription } from "./subscription.ts";

/**
 * A part of a message: its own text, or a result that is shared with other sockets, with its previously sent version.
 */
export type MessagePart = string | { outcome: Outcome; former: Outcome | null };

/** The text of a part in the message. */
export const toPartText = (part: MessagePart): string =>
  typeof part === "string" ? part : isFailure(part.outcome.body) ? "null" : part.outcome.body.json;

/** Writes a `Transition` around results that are already JSON, so that none is serialised again for each socket. */
export function composeTransition(transition: {
  start: StateVersion;
  end: StateVersion;
  changed: readonly Subscription[];
  removed: readonly number[];
  /** The client's clock minus ours, ms; null when it was already sent. */
  clockSkew: number | null;
}): MessagePart[] {
  const { start, end, changed, removed, clockSkew } = transition;
  const skew = clockSkew === null ? "" : `"clientClockSkew":${clockSkew},`;
  const parts: MessagePart[] = [];
  let text = `{"type":"Transition","startVersion":${encodeVersion(start)},"endVersion":${encodeVersion(end)},${skew}"modifications":[`;
  let separator = "";
  for (const queryId of removed) {
    text += `${separator}{"type":"QueryRemoved","queryId":${queryId}}`;
    separator = ",";
  }
  for (const { queryId, current, sent } of changed) {
    const journal = JSON.stringify(current!.journal);
    if (isFailure(current!.body)) {
      const { errorMessage, errorData } = current!.body;
      text += `${separator}${JSON.stringify({ type: "QueryFailed", queryId, errorMessage, errorData, logLines: [], journal: current!.journal })}`;
    } else {
      parts.push(`${text}${separator}{"type":"QueryUpdated","queryId":${queryId},"value":`, {
        outcome: current!,
        former: sent,
      });
      text = `,"logLines":[],"journal":${journal}}`;
    }
    separator = ",";
  }
  parts.push(`${text}]}`);
  return parts;
}
