import { parseSlotMoment } from "../../../lib/slot-moment.ts";
import { listInSentence, listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { type Detail, type Kind, TIMED_KINDS } from "../rules.ts";
import { formatClock, type ReaderClock, toKnownZone } from "./clock.ts";
import { type EscalationStep, formatContacts, formatStep, type NamedContact } from "./escalation-words.ts";
import { formatNews } from "./mail-words.ts";

/** What a message shows, in the detail that its target allows. */
export type Words = { title: string; body: string };

/** What a message is about. Times in epoch ms. */
export type Message = ReaderClock & {
  kind: Kind;
  detail: Detail;
  subjectKind: string;
  /** The name of the person whom the notebook is about. */
  subjectName: string | null;
  /** The planned dose, as `Slot.slot`; null for all others. */
  slot: string | null;
  /** The notebook's time zone, in which doses are planned; null without a notebook. */
  notebookZone: string | null;
  step: EscalationStep | null;
  actorName: string | null;
  contacts: readonly NamedContact[] | null;
};

/**
 * Formats a message in the detail that its target allows; `titles` are the visible names of the subjects. It states the
 * due subject and never what to do about it: users know their plan. The preview in the settings uses the same function.
 */
export function formatMessage(message: Message, titles: readonly string[], now: number): Words {
  const { kind, detail, subjectName, step, actorName } = message;
  const count = titles.length;
  if (detail === "nothing") {
    const isReminder = TIMED_KINDS.includes(kind);
    return { title: isReminder ? t("messages.reminders", { count }) : t("messages.news"), body: "" };
  }
  const what = step === null ? formatNews(kind, count) : formatStep(step, actorName);
  const title = formatAbout(what, subjectName);
  if (detail === "who") return { title, body: "" };
  const named = formatTitles(titles.filter((each) => each !== ""));
  const detailed = kind === "dose-missed" ? formatMissingEntry(named, message) : named;
  const asked = askFirst(message, now);
  const isBoth = detailed !== "" && asked !== "";
  return {
    title,
    body: isBoth ? t("messages.sentences", { first: detailed, second: asked }) : detailed || asked,
  };
}

/** "A dose is due: Rosa Blum"; `name` is null where nobody is named. */
export const formatAbout = (what: string, name: string | null): string =>
  name ? t("messages.about", { what, name }) : what;

/** A lock screen has room for so many names. */
const MAX_NAMED = 5;

const formatTitles = (titles: readonly string[]): string =>
  titles.length <= MAX_NAMED
    ? listNames(titles)
    : listInSentence([
        ...titles.slice(0, MAX_NAMED),
        t("messages.more", { count: titles.length - MAX_NAMED }),
      ]);

/** "No entry for Ramipril, planned 08:00": the message comes later than the dose was planned. */
function formatMissingEntry(names: string, message: Message): string {
  const at = message.slot === null ? null : parseSlotMoment(message.slot);
  if (at === null) return names && t("messages.noEntry", { names });
  const time = formatPlannedClock(at, message);
  return names ? t("messages.noEntryPlanned", { names, time }) : t("messages.planned", { time });
}

/** Formats the planned time by the notebook's clock, and by the reader's where it differs. */
function formatPlannedClock(at: number, { timeZone, notebookZone, hours }: Message): string {
  const own = formatClock(at, { timeZone, hours });
  const planned = notebookZone === null ? own : formatClock(at, { timeZone: notebookZone, hours });
  return planned === own ? planned : t("messages.plannedForYou", { planned, own });
}

/** A member may have logged the dose on a phone without a connection. */
const askFirst = ({ contacts, subjectKind, timeZone, hours }: Message, now: number): string =>
  formatContacts(contacts ?? [], {
    isDose: subjectKind === "dose",
    timeZone: toKnownZone(timeZone),
    now,
    clockOf: (at) => formatClock(at, { timeZone, hours }),
  });

/** What an example of a reminder shows in a detail; `subjectName` as in `Message`. */
export const formatExample = (
  detail: Detail,
  subjectName: string | null,
  hours: ReaderClock["hours"],
): Words =>
  formatMessage(
    {
      kind: "dose-due",
      detail,
      subjectKind: "dose",
      subjectName,
      slot: null,
      notebookZone: null,
      step: null,
      actorName: null,
      contacts: null,
      timeZone: "UTC",
      hours,
    },
    [EXAMPLE_TITLE],
    0,
  );

const EXAMPLE_TITLE = "Ramipril 5 mg";
