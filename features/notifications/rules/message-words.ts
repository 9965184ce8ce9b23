import { pluralize } from "../../../lib/pluralize.ts";
import {
  contactWords,
  type EscalationStep,
  type NamedContact,
  stepWords,
} from "../../escalation/rules/words.ts";
import { parseSlotMoment } from "../../plans/rules/slot-moment.ts";
import { type Detail, type Kind, TIMED_KINDS } from "../rules.ts";
import { clockFor, knownZone, type ReaderClock } from "./clock.ts";
import { newsOf } from "./mail-words.ts";

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
  /** The clock of the notebook, by which doses are planned; null without a notebook. */
  notebookZone: string | null;
  step: EscalationStep | null;
  actorName: string | null;
  contacts: readonly NamedContact[] | null;
};

/**
 * What is shown, in the detail that its target allows; `titles` are what the person sees of each matter. It says what is
 * due and never what to do about it: people know their plan. The preview in the settings is made by the same function.
 */
export function messageWords(message: Message, titles: readonly string[], now: number): Words {
  const { kind, detail, subjectName, step, actorName } = message;
  const count = titles.length;
  if (detail === "nothing") {
    if (!TIMED_KINDS.includes(kind)) return { title: "There is news", body: "" };
    return {
      title: count === 1 ? "You have a reminder" : `You have ${pluralize(count, "reminder")}`,
      body: "",
    };
  }
  const what = step === null ? newsOf(kind, count) : stepWords(step, actorName);
  const title = subjectName ? `${what}: ${subjectName}` : what;
  if (detail === "who") return { title, body: "" };
  const named = listed(titles.filter((each) => each !== ""));
  const matters = kind === "dose-missed" ? withoutEntry(named, message) : named;
  return { title, body: [matters, askFirst(message, now)].filter(Boolean).join(". ") };
}

/** A lock screen has room for so many names. */
const MAX_NAMED = 5;

const listed = (titles: readonly string[]): string =>
  titles.length <= MAX_NAMED
    ? titles.join(", ")
    : `${titles.slice(0, MAX_NAMED).join(", ")} and ${titles.length - MAX_NAMED} more`;

/** "No entry for Ramipril, planned 08:00": the message comes later than the dose was planned. */
function withoutEntry(named: string, message: Message): string {
  const at = message.slot === null ? null : parseSlotMoment(message.slot);
  const planned = at === null ? "" : `planned ${plannedClock(at, message)}`;
  if (named === "") return planned && `No entry, ${planned}`;
  return [`No entry for ${named}`, planned].filter(Boolean).join(", ");
}

/** The notebook's time, by which the dose was planned, and the reader's where it differs. */
function plannedClock(at: number, { timeZone, notebookZone, hours }: Message): string {
  const own = clockFor(at, { timeZone, hours });
  const planned = notebookZone === null ? own : clockFor(at, { timeZone: notebookZone, hours });
  return planned === own ? planned : `${planned} · ${own} for you`;
}

/** That somebody may have logged it on a phone without a connection. */
const askFirst = ({ contacts, subjectKind, timeZone, hours }: Message, now: number): string =>
  contactWords(contacts ?? [], {
    isDose: subjectKind === "dose",
    timeZone: knownZone(timeZone),
    now,
    clockOf: (at) => clockFor(at, { timeZone, hours }),
  });

/** What an example of a reminder shows in a detail; `subjectName` as in `Message`. */
export const exampleWords = (
  detail: Detail,
  subjectName: string | null,
  hours: ReaderClock["hours"],
): Words =>
  messageWords(
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
