import { contactWords, stepWords } from "../../escalation/rules/words.ts";
import type { Kind } from "../rules.ts";
import type { Words } from "./channels.ts";
import type { Claimed } from "./delivery_data.ts";

const REMINDERS: Partial<Record<Kind, string>> = {
  "task-due": "A task is due",
  "dose-due": "A dose is due",
  "dose-missed": "A dose has no entry",
};

/** What is shown for one notification, in the detail that its target allows; `title` is what the person sees of it. */
export function wordsOf(one: Claimed, title: string): Words {
  const { kind, detail, subjectName } = one;
  if (detail === "nothing") return { title: "You have a reminder", body: "" };
  const what = one.step === null ? (REMINDERS[kind] ?? "There is news") : stepWords(one.step, one.actorName);
  const who = subjectName ? `${what}: ${subjectName}` : what;
  return { title: who, body: detail === "what" ? [title, askFirst(one)].filter(Boolean).join(". ") : "" };
}

/** That somebody may have logged it on a phone without a connection. */
const askFirst = ({ contacts, subjectKind, timeZone }: Claimed): string =>
  contactWords(contacts ?? [], {
    isDose: subjectKind === "dose",
    timeZone,
    now: Date.now(),
  });
