import { clockTime } from "../../../lib/time.ts";
import { type Channel, type ChosenRule, type Detail, type Kind, type Mode, modeIn } from "../rules.ts";

/** A minute of the day as the reader writes times: "10:00 PM". */
export const minuteInWords = (minute: number): string =>
  clockTime(Date.UTC(2000, 0, 1, 0, minute), undefined, "UTC");

/** A minute of the day as time fields have it: "22:00". */
export const minuteToField = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The minute of the day in a time field; null while it is empty. */
export function minuteOfField(text: string): number | null {
  const [, hours, minutes] = /^(\d\d):(\d\d)/.exec(text) ?? [];
  return hours === undefined ? null : Number(hours) * 60 + Number(minutes);
}

/** How a channel is called as the heading of its choice. */
export const CHANNEL_NAMES: Record<Channel, string> = {
  push: "On your devices",
  mail: "By mail",
  ntfy: "By ntfy",
  webhook: "To your webhooks",
};

/** The choices of a channel. */
export const MODE_NAMES: Record<Mode, string> = {
  now: "At once",
  digest: "In the summary, with others",
  off: "Not at all",
};

const MODE_WORDS: Record<Channel, Record<Mode, string>> = {
  push: { now: "on your devices at once", digest: "in the summary", off: "not on your devices" },
  mail: { now: "by mail at once", digest: "in the mail of the day", off: "not by mail" },
  ntfy: { now: "by ntfy at once", digest: "in the summary", off: "not by ntfy" },
  webhook: { now: "to your webhooks at once", digest: "in the summary", off: "not to your webhooks" },
};

/** How a kind is told in one notebook or (null) in all: "On your devices at once · not by mail". */
export function waysInWords(
  rules: readonly ChosenRule[],
  { diaryId, kind }: { diaryId: string | null; kind: Kind },
  channels: readonly Channel[],
): string {
  // The summary has a time of its own.
  if (kind === "digest")
    return modeIn(rules, { diaryId, kind, channel: "mail" }) === "off" ? "Not by mail" : "By mail";
  const words = channels
    .map((channel) => MODE_WORDS[channel][modeIn(rules, { diaryId, kind, channel })])
    .join(" · ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The choices of what a lock screen shows. */
export const DETAIL_NAMES: Record<Detail, string> = {
  nothing: "Only that there is a reminder",
  who: "Also whom it is about",
  what: "Also what it is",
};

/** What a target is, in its row. */
export const TARGET_KINDS: Record<Channel, string> = {
  push: "Browser",
  mail: "Mail",
  ntfy: "ntfy",
  webhook: "Webhook",
};
