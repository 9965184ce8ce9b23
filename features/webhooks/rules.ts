import { DAY } from "../../lib/dates/time.ts";
import { EVENT_CHANGES, EVENT_KINDS, type EventKind } from "../../lib/webhook-events.ts";
import type { Message } from "../../lib/words/message.ts";
import type { Area } from "../../server/access/scopes.ts";

export type Kind = EventKind;
export const KINDS = Object.keys(EVENT_KINDS) as Kind[];

/** The areas that a webhook may be limited to. */
export const WEBHOOK_AREAS = [
  ...new Set(Object.values(EVENT_KINDS).map(({ area }) => area)),
] satisfies Area[];
export type WebhookArea = (typeof WEBHOOK_AREAS)[number];

/** What the database calls a change, and the second part of its type. */
export const CHANGES = EVENT_CHANGES;
export type Change = keyof typeof CHANGES;

export const MAX_WEBHOOKS = 10;
/** The latest deliveries that are shown. */
export const SHOWN_DELIVERIES = 50;
/** More than this waits for no webhook: then the oldest are given up. */
export const MAX_WAITING = 10_000;
/** For so long its person sees that messages were given up. */
export const MISSED_SHOWN_MS = 3 * DAY;
/** For so long the secret before a rotation signs too. */
export const ROTATION_MS = DAY;

/** `backlog` was written by former versions. */
export type DisabledReason = "person" | "failing" | "gone" | "backlog";

/** Whether a webhook of some areas, or of all, receives events of a kind. */
export const isChosen = (areas: readonly string[] | null, kind: Kind): boolean =>
  areas === null || areas.includes(EVENT_KINDS[kind].area);

export const WEBHOOK_MESSAGES = {
  notFound: { key: "webhookrules.notFound" },
  noDelivery: { key: "webhookrules.noDelivery" },
  full: { key: "webhookrules.full", values: { most: MAX_WEBHOOKS } },
  name: { key: "webhookrules.name" },
  areas: { key: "webhookrules.areas" },
  notebooks: { key: "webhookrules.notebooks" },
  notMember: { key: "webhookrules.notMember" },
  tooOften: { key: "webhookrules.tooOften" },
  unreadable: { key: "webhookrules.unreadable" },
  changed: { key: "webhookrules.changed" },
  off: { key: "webhookrules.off" },
  gone: { key: "webhookrules.gone" },
} as const satisfies Record<string, Message>;
