import type { Kind } from "../rules.ts";
import type { Words } from "./channels.ts";
import type { Claimed } from "./delivery_data.ts";

const REMINDERS: Partial<Record<Kind, string>> = {
  "task-due": "A task is due",
  "dose-due": "A dose is due",
  "dose-missed": "A dose has no entry",
};

/** What is shown for one notification, in the detail that its target allows; `title` is what the person sees of it. */
export function wordsOf({ kind, detail, subjectName }: Claimed, title: string): Words {
  if (detail === "nothing") return { title: "You have a reminder", body: "" };
  const what = REMINDERS[kind] ?? "There is news";
  const who = subjectName ? `${what}: ${subjectName}` : what;
  return { title: who, body: detail === "what" ? title : "" };
}
