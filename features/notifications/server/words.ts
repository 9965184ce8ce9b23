import { pluralize } from "../../../lib/pluralize.ts";
import type { Kind } from "../rules.ts";
import type { Words } from "./channels.ts";
import type { Claimed } from "./delivery_data.ts";

/** What a reminder says of one matter, and of several of one time. Never what to do: people know their plan. */
const REMINDERS: Partial<Record<Kind, readonly [one: string, several: (count: number) => string]>> = {
  "task-due": ["A task is due", (count) => `${count} tasks are due`],
  "dose-due": ["A dose is due", (count) => `${count} doses are due`],
  "dose-missed": ["A dose has no entry yet", (count) => `${count} doses have no entry yet`],
};

const NEWS: Partial<Record<Kind, string>> = {
  assigned: "You were given a task",
  mentioned: "Somebody mentioned you",
  comment: "A comment on your note",
  note: "A new note",
  "member-joined": "Somebody joined",
};

/** What is shown, in the detail that its target allows; `titles` are what the person sees of each matter. */
export function wordsOf({ kind, detail, subjectName }: Claimed, titles: readonly string[]): Words {
  const count = titles.length;
  const reminder = REMINDERS[kind];
  if (detail === "nothing") {
    const title = count === 1 ? "You have a reminder" : summaryWords(count).title;
    return { title: reminder ? title : "There is news", body: "" };
  }
  const what = reminder ? (count === 1 ? reminder[0] : reminder[1](count)) : (NEWS[kind] ?? "There is news");
  const who = subjectName ? `${what}: ${subjectName}` : what;
  return { title: who, body: detail === "what" ? listed(titles.filter((title) => title !== "")) : "" };
}

/** A lock screen has room for so many names. */
const MAX_NAMED = 5;

const listed = (titles: readonly string[]): string =>
  titles.length <= MAX_NAMED
    ? titles.join(", ")
    : `${titles.slice(0, MAX_NAMED).join(", ")} and ${titles.length - MAX_NAMED} more`;

/** What is shown for several that were put together: how many, never what. */
export const summaryWords = (count: number): Words => ({
  title: `You have ${pluralize(count, "reminder")}`,
  body: "",
});
