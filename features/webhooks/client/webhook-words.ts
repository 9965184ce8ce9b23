import type { Webhook } from "../../../lib/api.ts";
import { formatClockTime } from "../../../lib/dates/time.ts";
import type { Key } from "../../../lib/words/keys.ts";
import { listNames } from "../../../lib/words/list.ts";
import { t } from "../../../lib/words/t.ts";
import { AREA_WORDS, nameInSentence } from "../../account/rules/access-tokens.ts";
import { MAX_PER_HOUR } from "../rules/retry.ts";
import {
  CHANGES,
  type DisabledReason,
  KINDS,
  type Kind,
  MAX_WAITING,
  WEBHOOK_AREAS,
  type WebhookArea,
} from "../rules.ts";

export const listAreaChoices = (): { value: WebhookArea; label: string }[] =>
  WEBHOOK_AREAS.map((value) => ({ value, label: t(AREA_WORDS[value]) }));

/** Formats the events and notebooks of a webhook: "Notes and medication lists, tasks; in Rosa Blum". */
export function formatSubscription({ areas, notebooks }: Pick<Webhook, "areas" | "notebooks">): string {
  const what =
    areas === null
      ? t("webhooks.allChanges")
      : listNames(areas.map((area, index) => (index === 0 ? t(AREA_WORDS[area]) : nameInSentence(area))));
  if (notebooks === null) return t("webhooks.inAllNotebooks", { what });
  if (notebooks.length === 0) return t("webhooks.inNone");
  const names = notebooks.map(({ name }) => name || t("shared.unknownNotebook"));
  return t("webhooks.inNotebooks", { what, notebooks: listNames(names) });
}

const OFF_WORDS: Record<DisabledReason, Key> = {
  person: "webhooks.offByPerson",
  failing: "webhooks.offFailing",
  gone: "webhooks.offGone",
  backlog: "webhooks.offBacklog",
};

/** Why nothing is sent to a webhook. */
export const formatDisabled = (reason: DisabledReason): string =>
  t(OFF_WORDS[reason], { count: MAX_WAITING });

/** That a webhook has had as many messages as there are in an hour, until a moment in epoch ms. */
export const formatLimited = (until: number): string =>
  t("webhooks.limited", { count: MAX_PER_HOUR, time: formatClockTime(until) });

/** An event as people read it: "Note: new". */
export function formatEvent(event: string): string {
  const [kind = "", change = ""] = event.split(".");
  // The text doesn't reveal which of both applies.
  if (event === "notebook.deleted") return t("webhooks.notebookGone");
  if (!KINDS.includes(kind as Kind) || !Object.values<string>(CHANGES).includes(change)) return event;
  return t("webhooks.event", { kind, change });
}
