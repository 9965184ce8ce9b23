/**
 * Kinds of webhook events, the first part of an event's type: their area of access tokens and the fields sent in
 * addition to the ids of the item and its notebook.
 */
export const EVENT_KINDS = {
  notebook: { area: "notebook", fields: ["shortId", "version", "updatedAt"] },
  note: { area: "notes", fields: ["shortId", "version", "updatedAt"] },
  comment: { area: "comments", fields: ["updatedAt"] },
  attachment: { area: "attachments", fields: [] },
  task: { area: "tasks", fields: ["updatedAt"] },
  program: { area: "programs", fields: [] },
  plan: { area: "plans", fields: [] },
  dose: { area: "doses", fields: ["version", "planId", "slot"] },
  pause: { area: "doses", fields: ["version", "updatedAt"] },
  appointment: { area: "appointments", fields: ["version", "updatedAt"] },
  stock: { area: "doses", fields: ["planId"] },
  member: { area: "members", fields: ["userId"] },
} as const;
export type EventKind = keyof typeof EVENT_KINDS;

/** The second part of an event's type, by the database's name of the change. */
export const EVENT_CHANGES = { insert: "created", update: "updated", delete: "deleted" } as const;

/** Impossible changes of a kind: a new notebook comes with its membership, and stock is only added to. */
const NEVER: Partial<Record<EventKind, readonly string[]>> = {
  notebook: ["created"],
  stock: ["updated", "deleted"],
};

/** All types of events that a receiver may get. */
export const EVENT_TYPES: readonly { type: string; kind: EventKind; isDeleted: boolean }[] = (
  Object.keys(EVENT_KINDS) as EventKind[]
).flatMap((kind) =>
  Object.values(EVENT_CHANGES)
    .filter((change) => !NEVER[kind]?.includes(change))
    .map((change) => ({ type: `${kind}.${change}`, kind, isDeleted: change === "deleted" })),
);
