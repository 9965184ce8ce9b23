import type { Key } from "../../../lib/words/keys.ts";
import { type Channel, type ChosenRule, getMode, type Mode, type SentKind } from "../rules.ts";

/**
 * The three sentences above the choices in detail. Each choice of a sentence sets cells of kind and channel for all
 * notebooks; webhooks are for programs and stay as they are.
 */

export type Cell = { kind: SentKind; channel: "push" | "ntfy" | "mail"; mode: Mode };
export type Choice = {
  name: string;
  label: Key;
  cells: readonly Cell[];
  /** On how many days a week the summary comes; absent where it doesn't matter. */
  days?: 1 | 7;
};
export type Sentence = { name: string; label: Key; choices: readonly Choice[] };

function toCells(kinds: readonly SentKind[], { devices, mail }: { devices: Mode; mail: Mode }): Cell[] {
  return kinds.flatMap((kind) => [
    { kind, channel: "push", mode: devices },
    { kind, channel: "ntfy", mode: devices },
    { kind, channel: "mail", mode: mail },
  ]);
}

const DUE: readonly SentKind[] = ["task-due", "dose-due", "dose-missed", "appointment"];
const TO_ME: readonly SentKind[] = ["mentioned", "assigned"];
const NEWS: readonly SentKind[] = ["note", "comment"];
const SUMMARY: Cell = { kind: "digest", channel: "mail", mode: "now" };

export const SENTENCES: readonly Sentence[] = [
  {
    name: "due",
    label: "reminders.due",
    choices: [
      { name: "devices", label: "reminders.onDevices", cells: toCells(DUE, { devices: "now", mail: "off" }) },
      {
        name: "both",
        label: "reminders.onDevicesAndMail",
        cells: toCells(DUE, { devices: "now", mail: "now" }),
      },
      { name: "mail", label: "reminders.byMail", cells: toCells(DUE, { devices: "off", mail: "now" }) },
      { name: "off", label: "reminders.notAtAll", cells: toCells(DUE, { devices: "off", mail: "off" }) },
    ],
  },
  {
    name: "to-me",
    label: "reminders.toMe",
    choices: [
      {
        name: "both",
        label: "reminders.atOnceDevicesAndMail",
        cells: toCells(TO_ME, { devices: "now", mail: "now" }),
      },
      {
        name: "devices",
        label: "reminders.atOnceDevices",
        cells: toCells(TO_ME, { devices: "now", mail: "off" }),
      },
      {
        name: "summary",
        label: "reminders.withNews",
        cells: [...toCells(TO_ME, { devices: "off", mail: "digest" }), SUMMARY],
      },
      { name: "off", label: "reminders.notAtAll", cells: toCells(TO_ME, { devices: "off", mail: "off" }) },
    ],
  },
  {
    name: "news",
    label: "reminders.ofNews",
    choices: [
      {
        name: "daily",
        label: "reminders.onceADay",
        cells: [...toCells(NEWS, { devices: "off", mail: "digest" }), SUMMARY],
        days: 7,
      },
      {
        name: "weekly",
        label: "reminders.onceAWeek",
        cells: [...toCells(NEWS, { devices: "off", mail: "digest" }), SUMMARY],
        days: 1,
      },
      { name: "off", label: "reminders.never", cells: toCells(NEWS, { devices: "off", mail: "off" }) },
    ],
  },
];

const includesRule = (cells: readonly Cell[], rule: { kind: string; channel: Channel }) =>
  cells.some(({ kind, channel }) => kind === rule.kind && channel === rule.channel);

/** Returns the choice that the rules and days make; null when they are set otherwise in detail, as in one notebook. */
export function findChoice(
  { choices }: Sentence,
  { rules, digestDays }: { rules: readonly ChosenRule[]; digestDays: readonly number[] },
): Choice | null {
  return (
    choices.find(
      ({ cells, days }) =>
        (days === undefined || days === digestDays.length) &&
        cells.every(({ mode, ...cell }) => getMode(rules, { diaryId: null, ...cell }) === mode) &&
        !rules.some((rule) => rule.diaryId !== null && includesRule(cells, rule)),
    ) ?? null
  );
}

/** The rules to change for a choice: its cells for all notebooks; single notebooks lose their own. */
export function listChanges(
  { cells }: Choice,
  rules: readonly ChosenRule[],
): { diaryId?: string; kind: SentKind; channel: Cell["channel"]; mode: Mode | null }[] {
  const ofNotebooks = rules.flatMap(({ diaryId, kind, channel }) => {
    const cell = cells.find((one) => one.kind === kind && one.channel === channel);
    return diaryId === null || !cell ? [] : [{ diaryId, kind: cell.kind, channel: cell.channel, mode: null }];
  });
  const changed = cells.filter(({ mode, ...cell }) => getMode(rules, { diaryId: null, ...cell }) !== mode);
  return [...ofNotebooks, ...changed];
}

/** The days of the summary after a choice; null when they stay. A week's summary comes on Mondays at first. */
export function findDigestDays({ days }: Choice, digestDays: readonly number[]): number[] | null {
  if (days === undefined || days === digestDays.length) return null;
  return days === 7 ? [1, 2, 3, 4, 5, 6, 7] : [1];
}
