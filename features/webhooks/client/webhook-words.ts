import type { Webhook, WebhookDelivery } from "../../../lib/api.ts";
import { formatClockTime } from "../../../lib/dates/time.ts";
import { AREA_WORDS } from "../../account/rules/access-tokens.ts";
import { MAX_PER_HOUR } from "../rules/retry.ts";
import { CHANGES, type DisabledReason, KINDS, type Kind, WEBHOOK_AREAS, type WebhookArea } from "../rules.ts";

export const AREA_CHOICES: { value: WebhookArea; label: string }[] = WEBHOOK_AREAS.map((value) => ({
  value,
  label: AREA_WORDS[value],
}));

/** Formats the events and notebooks of a webhook: "Notes and medication lists, tasks; in Rosa Blum". */
export function formatSubscription({ areas, notebooks }: Pick<Webhook, "areas" | "notebooks">): string {
  const [first = "", ...others] = areas?.map((area) => AREA_WORDS[area]) ?? [];
  const what = areas === null ? "All changes" : [first, ...others.map(toLowerFirst)].join(", ");
  if (notebooks === null) return `${what}, in all your notebooks`;
  if (notebooks.length === 0) return "Nothing: you have left the notebooks that were chosen";
  return `${what}, in ${notebooks.map(({ name }) => name || "Unknown Notebook").join(", ")}`;
}

const toLowerFirst = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

const OFF_WORDS: Record<DisabledReason, string> = {
  person: "Turned off. Nothing is sent.",
  failing: "Turned off, because it has failed for more than a day. A test that arrives turns it on again.",
  gone: "Turned off, because the program answered that it wants no more messages.",
  backlog: "Turned off, because more than 10,000 messages waited for it.",
};

/** Why nothing is sent to a webhook. */
export const formatDisabled = (reason: DisabledReason): string => OFF_WORDS[reason];

/** That a webhook has had as many messages as there are in an hour, until a moment in epoch ms. */
export const formatLimited = (until: number): string =>
  `It has had ${MAX_PER_HOUR.toLocaleString("en")} messages within an hour, which is the most. Further ones wait until ${formatClockTime(until)}.`;

const KIND_WORDS: Record<Kind, string> = {
  notebook: "Notebook",
  note: "Note",
  comment: "Comment",
  attachment: "File",
  task: "Task",
  program: "Care program",
  plan: "Medication plan",
  dose: "Dose",
  pause: "Pause of doses",
  stock: "Stock",
  member: "Member",
};
const CHANGE_WORDS = { created: "new", updated: "changed", deleted: "deleted" } as const;

/** An event as people read it: "Note: new". */
export function formatEvent(event: string): string {
  const [kind, change] = event.split(".");
  // The text doesn't reveal which of both applies.
  if (event === "notebook.deleted") return "Notebook: deleted or left";
  if (!KINDS.includes(kind as Kind) || !Object.values<string>(CHANGES).includes(change!)) return event;
  return `${KIND_WORDS[kind as Kind]}: ${CHANGE_WORDS[change as keyof typeof CHANGE_WORDS]}`;
}

/** How often a message was tried. */
export const formatAttempts = ({ attempts }: Pick<WebhookDelivery, "attempts">): string =>
  attempts === 1 ? "one attempt" : `${attempts} attempts`;
