import { pluralize } from "../../../lib/pluralize.ts";
import { contactWords, stepWords } from "../../escalation/rules/words.ts";
import { newsOf } from "../rules/mail-words.ts";
import { TIMED_KINDS } from "../rules.ts";
import type { Words } from "./channels.ts";
import type { Claimed } from "./delivery_data.ts";

/**
 * What is shown, in the detail that its target allows; `titles` are what the person sees of each matter. It says what is
 * due and never what to do about it: people know their plan.
 */
export function wordsOf(one: Claimed, titles: readonly string[]): Words {
  const { kind, detail, subjectName } = one;
  const count = titles.length;
  if (detail === "nothing") {
    if (!TIMED_KINDS.includes(kind)) return { title: "There is news", body: "" };
    return {
      title: count === 1 ? "You have a reminder" : `You have ${pluralize(count, "reminder")}`,
      body: "",
    };
  }
  const what = one.step === null ? newsOf(kind, count) : stepWords(one.step, one.actorName);
  const title = subjectName ? `${what}: ${subjectName}` : what;
  const named = listed(titles.filter((each) => each !== ""));
  return { title, body: detail === "what" ? [named, askFirst(one)].filter(Boolean).join(". ") : "" };
}

/** A lock screen has room for so many names. */
const MAX_NAMED = 5;

const listed = (titles: readonly string[]): string =>
  titles.length <= MAX_NAMED
    ? titles.join(", ")
    : `${titles.slice(0, MAX_NAMED).join(", ")} and ${titles.length - MAX_NAMED} more`;

/** That somebody may have logged it on a phone without a connection. */
const askFirst = ({ contacts, subjectKind, timeZone }: Claimed): string =>
  contactWords(contacts ?? [], {
    isDose: subjectKind === "dose",
    timeZone,
    now: Date.now(),
  });
