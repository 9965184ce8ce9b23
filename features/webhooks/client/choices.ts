import { writeMessage } from "../../../lib/words/message.ts";
import type { FormError } from "../../account/client/public.ts";
import { WEBHOOK_MESSAGES, type WebhookArea } from "../rules.ts";

/** The arguments whose errors forms of webhooks show at their fields. */
export const WEBHOOK_FIELDS = ["name", "hookUrl", "areas", "diaryIds"] as const;
export type WebhookField = (typeof WEBHOOK_FIELDS)[number];

export type Choices = { name: string; areas: WebhookArea[] | null; diaryIds: string[] | null };

/** Returns the error of an empty field, which needs no answer of the server. */
export function findMissingChoice({ name, areas, diaryIds }: Choices): FormError<WebhookField> | null {
  if (name.trim() === "") return { field: "name", message: writeMessage(WEBHOOK_MESSAGES.name) };
  if (areas?.length === 0) return { field: "areas", message: writeMessage(WEBHOOK_MESSAGES.areas) };
  if (diaryIds?.length === 0) return { field: "diaryIds", message: writeMessage(WEBHOOK_MESSAGES.notebooks) };
  return null;
}
