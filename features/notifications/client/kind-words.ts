import type { Key } from "../../../lib/words/keys.ts";
import { t } from "../../../lib/words/t.ts";
import { type Channel, type ChosenRule, getMode, type Kind, type Mode } from "../rules.ts";

/** The kinds in words, as the heading of their settings. */
export const KIND_NAMES: Record<Kind, Key> = {
  "task-due": "reminders.taskDue",
  "dose-due": "reminders.doseDue",
  "dose-missed": "reminders.doseMissed",
  appointment: "reminders.appointment",
  assigned: "reminders.assigned",
  mentioned: "reminders.mentioned",
  comment: "reminders.comment",
  note: "reminders.note",
  "member-joined": "reminders.memberJoined",
  escalation: "reminders.escalation",
  digest: "reminders.digest",
  security: "reminders.security",
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
    return t("reminders.summaryByMail", { mode: getMode(rules, { diaryId, kind, channel: "mail" }) });
  const listWays = (mode: Mode) =>
    channels
      .filter((channel) => getMode(rules, { diaryId, kind, channel }) === mode)
      .map((channel) => t("reminders.way", { channel }))
      .join(", ");
  const [now, digest, off] = [listWays("now"), listWays("digest"), listWays("off")];
  const words = [
    ...(now ? [t("reminders.atOnce", { ways: now })] : []),
    ...(digest ? [t("reminders.inMailOfDay")] : []),
    ...(off ? [now || digest ? t("reminders.notSo", { ways: off }) : t("reminders.onlyHere")] : []),
  ].join(" · ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
