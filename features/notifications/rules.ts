// In a file of its own: every page has it.
export { MAX_UNSEEN } from "./rules/unseen.ts";

/** The kinds of notifications. */
export const KINDS = [
  "task-due",
  "dose-due",
  "dose-missed",
  "appointment",
  "assigned",
  "mentioned",
  "comment",
  "note",
  "member-joined",
  "escalation",
  "digest",
  "security",
] as const;
export type Kind = (typeof KINDS)[number];

/** The channels out of the notebook. The inbox has all notifications, regardless of these choices. */
export const CHANNELS = ["mail", "push", "ntfy", "webhook"] as const;
export type Channel = (typeof CHANNELS)[number];

/** What people are notified of so far, and how: choices for the others would change nothing yet. */
export const SENT_KINDS = [
  "task-due",
  "dose-due",
  "dose-missed",
  "appointment",
  "assigned",
  "mentioned",
  "comment",
  "note",
  "member-joined",
  "digest",
  "security",
] as const satisfies readonly Kind[];
export type SentKind = (typeof SENT_KINDS)[number];
export const SENT_CHANNELS = ["mail", "push", "ntfy", "webhook"] as const satisfies readonly Channel[];
export type SentChannel = (typeof SENT_CHANNELS)[number];

/** At once, together with others once a day, or not at all. */
export const MODES = ["now", "digest", "off"] as const;
export type Mode = (typeof MODES)[number];

/** What a lock screen shows: that there is something, who it is about, or what it is. */
export const DETAILS = ["nothing", "who", "what"] as const;
export type Detail = (typeof DETAILS)[number];

/** Kinds that are about a person, not about one of their notebooks. */
export const KINDS_WITHOUT_NOTEBOOK: readonly Kind[] = ["digest", "security"];

/** Kinds whose notifications of one time in a notebook are one message. */
export const DOSE_KINDS: readonly Kind[] = ["dose-due", "dose-missed"];

/** Kinds whose letters are written with their event, so that no delivery writes another one. */
export const KINDS_WITH_OWN_LETTERS: readonly Kind[] = ["security"];

/** Kinds that may break quiet hours, for users who allow it. */
export const URGENT_KINDS: readonly Kind[] = ["dose-due", "dose-missed", "escalation"];

/** Kinds that address nobody: a digest reads them when it is written, so that nothing waits for each reader. */
export const NEWS_KINDS: readonly Kind[] = ["note", "member-joined"];

/** Kinds about a subject that is due at a time: they end when it is done. */
export const TIMED_KINDS: readonly Kind[] = [
  "task-due",
  "dose-due",
  "dose-missed",
  "appointment",
  "escalation",
];

const OFF: Record<Channel, Mode> = { mail: "off", push: "off", ntfy: "off", webhook: "off" };
const ON_DEVICES: Record<Channel, Mode> = { mail: "off", push: "now", ntfy: "now", webhook: "now" };
const EVERYWHERE: Record<Channel, Mode> = { ...ON_DEVICES, mail: "now" };

/** What holds where a person has chosen nothing. */
export const DEFAULT_MODES: Record<Kind, Record<Channel, Mode>> = {
  "task-due": ON_DEVICES,
  "dose-due": ON_DEVICES,
  "dose-missed": ON_DEVICES,
  appointment: ON_DEVICES,
  assigned: EVERYWHERE,
  mentioned: EVERYWHERE,
  comment: { ...OFF, mail: "digest" },
  note: { ...OFF, mail: "digest" },
  "member-joined": OFF,
  escalation: EVERYWHERE,
  digest: { ...OFF, mail: "now" },
  // Nobody can turn these off.
  security: EVERYWHERE,
};

/** The choices for a kind on a channel; a single one can't be changed. The digest is a mail, and only mails are in it. */
export function listModes(kind: Kind, channel: Channel): readonly Mode[] {
  if (kind === "security") return [DEFAULT_MODES.security[channel]];
  if (kind === "digest") return channel === "mail" ? ["now", "off"] : ["off"];
  return channel === "mail" ? MODES : ["now", "off"];
}

/** What a person has chosen, in one notebook or (null) in all that have no choice of their own. */
export type ChosenRule = { diaryId: string | null; kind: Kind; channel: Channel; mode: Mode };

/** What holds for a kind in a notebook: the choice for it, else the one for all, else the default. */
export function getMode(
  rules: readonly ChosenRule[],
  { diaryId, kind, channel }: Omit<ChosenRule, "mode">,
): Mode {
  if (kind === "security") return DEFAULT_MODES.security[channel];
  const findChosen = (place: string | null) =>
    rules.find((rule) => rule.diaryId === place && rule.kind === kind && rule.channel === channel)?.mode;
  return (
    (diaryId === null ? undefined : findChosen(diaryId)) ?? findChosen(null) ?? DEFAULT_MODES[kind][channel]
  );
}

/** What a person's settings are before they choose. */
export const DEFAULT_SETTINGS = {
  timeZone: null,
  clockHours: null,
  quietHours: null,
  digestMinute: 18 * 60,
  digestDays: [1, 2, 3, 4, 5, 6, 7],
  digestTitles: false,
  lockScreen: "nothing",
  urgentBreaksQuiet: false,
} as const;

/** The time of reminders of whole-day tasks in a new notebook, minutes after midnight. */
export const DEFAULT_REMINDER_MINUTE = 8 * 60;

export const LAST_MINUTE = 24 * 60 - 1;
/** At most so many devices and other targets a person. */
export const MAX_TARGETS = 20;
export const TARGET_LABEL_LENGTH = 100;
/** So many unseen ones a screen may ask about, and mark as seen, at once. */
export const MAX_LISTED_UNSEEN = 200;
