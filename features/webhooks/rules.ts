import { DAY } from "../../lib/dates/time.ts";
import { EVENT_CHANGES, EVENT_KINDS, type EventKind } from "../../lib/webhook-events.ts";
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
  notFound: "This webhook doesn't exist any more",
  noDelivery: "This message isn't kept any more",
  full: `You have ${MAX_WEBHOOKS} webhooks. Please remove one first`,
  name: "Please enter a name",
  areas: "Please choose of what it is told",
  notebooks: "Please choose the notebooks",
  notMember: "You aren't a member of a notebook that you chose any more",
  tooOften: "That was tried very often in the last hour. Please try again later",
  unreadable: "This webhook can't be read any more. Please remove it and make it again",
  changed: "This webhook was changed a moment ago. Please try again",
  off: "This webhook is turned off. Please turn it on first",
  gone: "This address has answered that it wants no more messages, so the webhook was turned off",
  notTaken: (why: string) => `The message wasn't taken: ${why}`,
} as const;
