import { type Channel, type ChosenRule, type Detail, getMode, type Kind, type Mode } from "../rules.ts";

/** A minute of the day as time fields have it: "22:00". */
export const formatMinuteField = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, "0")).join(":");

/** The minute of the day in a time field; null while it is empty. */
export function parseMinuteField(text: string): number | null {
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

const CHANNEL_WORDS: Record<Channel, string> = {
  push: "on your devices",
  mail: "by mail",
  ntfy: "by ntfy",
  webhook: "to your webhooks",
};

/**
 * Formats the channels of a kind in one notebook or (null) in all: "At once on your devices, by ntfy · not by mail".
 */
export function formatWays(
  rules: readonly ChosenRule[],
  { diaryId, kind }: { diaryId: string | null; kind: Kind },
  channels: readonly Channel[],
): string {
  // The summary has a time of its own.
  if (kind === "digest")
    return getMode(rules, { diaryId, kind, channel: "mail" }) === "off" ? "Not by mail" : "By mail";
  const listChannelNames = (mode: Mode) =>
    channels
      .filter((channel) => getMode(rules, { diaryId, kind, channel }) === mode)
      .map((channel) => CHANNEL_WORDS[channel])
      .join(", ");
  const [now, digest, off] = [listChannelNames("now"), listChannelNames("digest"), listChannelNames("off")];
  const words = [
    ...(now ? [`at once ${now}`] : []),
    ...(digest ? ["in the mail of the day"] : []),
    ...(off ? [now || digest ? `not ${off}` : "only here"] : []),
  ].join(" · ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The choices of detail on a lock screen. */
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
  webhook: "Webhook for your reminders",
};
