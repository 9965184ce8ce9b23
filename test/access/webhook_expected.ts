import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
const EVERYBODY = (word: string) => `signin unknown ${Array(12).fill(word).join(" ")}`;
const OWNER_ALONE = (word: string, others = "no-hook") =>
  EVERYBODY(others).split(" ").with(9, word).join(" ");

/** Its person is told. */
const TOLD = ["audit_events", "notifications", "unplanned_notifications"];
const TOLD_AND_CHANGED = [...TOLD, "webhooks"];

/** Everybody has webhooks of their own, of notebooks that they are members of, and sees and changes no others. */
export const WEBHOOKS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "webhooks.listWebhooks": { "one's own": { row: OWNER_ALONE("1.1.1.1", "none") } },
  "webhooks.listDeliveries": {
    "the owner's": { row: OWNER_ALONE("same") },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.createWebhook": {
    "of a notebook of one's own or all": {
      row: EVERYBODY("done"),
      changes: ["mail_outbox", ...TOLD_AND_CHANGED].sort(),
    },
    "of the notebook": {
      row: "signin unknown not-in not-in done done done done done done not-in not-in not-in not-in",
      changes: [...TOLD, "mail_outbox", "webhook_notebooks", "webhooks"].sort(),
    },
  },
  "webhooks.updateWebhook": {
    "the owner's": {
      row: OWNER_ALONE("done"),
      changes: ["audit_events", "webhook_notebooks", "webhooks"],
    },
    "the owner's, with a notebook of which they aren't a member": { row: OWNER_ALONE("not-in") },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.updateAddress": {
    "the owner's": { row: OWNER_ALONE("done"), changes: [...TOLD, "webhook_wakes", "webhooks"] },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.rotateSecret": {
    "the owner's": { row: OWNER_ALONE("done"), changes: TOLD_AND_CHANGED },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.sendTest": {
    "the owner's, which can't be read": { row: OWNER_ALONE("unreadable") },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.turnOn": {
    "the owner's": { row: OWNER_ALONE("done"), changes: ["audit_events", "webhook_wakes", "webhooks"] },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.turnOff": {
    "the owner's": { row: OWNER_ALONE("done"), changes: ["audit_events", "webhooks"] },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
  "webhooks.sendAgain": {
    "a message to the owner's": {
      row: OWNER_ALONE("done", "no-message"),
      changes: ["webhook_deliveries", "webhook_wakes"],
    },
    "one of which nobody was told": { row: EVERYBODY("no-message") },
    "a message that doesn't exist": { row: EVERYBODY("no-message") },
  },
  "webhooks.deleteWebhook": {
    "the owner's": { row: OWNER_ALONE("done"), changes: TOLD_AND_CHANGED },
    "a webhook that doesn't exist": { row: EVERYBODY("no-hook") },
  },
};
