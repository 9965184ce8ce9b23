import type { Expectation } from "./expected.ts";

// anon.  token   outsider invitee viewer clinic. author caregvr admin owner  removed elsewh. platf. super
const EVERYBODY = (word: string) => `signin unknown ${Array(12).fill(word).join(" ")}`;
const OWNER_ALONE = (word: string) =>
  `signin unknown ${word} ${word} ${word} ${word} ${word} ${word} ${word} done ${word} ${word} ${word} ${word}`;
const OWNER_HAS = (word: string, others: string) => OWNER_ALONE(others).replace("done", word);

/** A new place for notifications, of which its person is told. */
/** A browser ends with its session; what doesn't is told by letter, too. */
const NEW_PLACE = ["audit_events", "notification_targets", "notifications", "unplanned_notifications"];

/** Everybody has an inbox, settings, choices and devices of their own, and sees and changes no others. */
export const NOTIFICATIONS_EXPECTED: Record<string, Record<string, Expectation>> = {
  "notifications.pageNotifications": {
    "one of each note": { row: "signin unknown none none E ET EPT ET ET EOT none none none none" },
  },
  "notifications.countUnseen": {
    "a mention in each note": { row: "signin unknown 0 0 5 5 5 5 5 5 0 0 0 0" },
  },
  "notifications.markSeen": {
    "the owner's": {
      row: OWNER_ALONE("no-notification"),
      changes: ["notifications", "settled_notifications"],
    },
    "a notification that doesn't exist": { row: EVERYBODY("no-notification") },
  },
  "notifications.later": {
    "the owner's": {
      row: OWNER_ALONE("no-notification"),
      changes: ["notifications", "settled_notifications"],
    },
    "the owner's, which is only news": { row: OWNER_ALONE("no-notification").replace("done", "news") },
    "a notification that doesn't exist": { row: EVERYBODY("no-notification") },
  },
  "notifications.answerMessage": {
    "the owner's": {
      row: OWNER_ALONE("no-notification"),
      changes: ["notifications", "settled_notifications"],
    },
    "the owner's task": {
      row: OWNER_ALONE("no-notification"),
      changes: ["notifications", "settled_notifications", "tasks"],
    },
    "a message that was changed": { row: EVERYBODY("no-notification") },
  },
  "notifications.markAllSeen": {
    "up to now": { row: OWNER_ALONE("same"), changes: ["notifications", "settled_notifications"] },
  },
  "notifications.listUnseen": { "of the owner's task": { row: OWNER_HAS("unseen", "none") } },
  "notifications.markManySeen": {
    "the owner's": { row: OWNER_ALONE("same"), changes: ["notifications", "settled_notifications"] },
  },
  "notifications.getSettings": { "one's own": { row: EVERYBODY("settings") } },
  "notifications.setSettings": {
    "quiet hours": { row: EVERYBODY("done"), changes: ["notification_settings"] },
  },
  "notifications.listRules": { "one's own": { row: OWNER_HAS("rules", "none") } },
  "notifications.setRule": {
    "of the notebook": {
      row: "signin unknown denied denied done done done done done done denied denied denied denied",
      changes: ["notification_rules"],
    },
    "of all notebooks": { row: EVERYBODY("done"), changes: ["notification_rules"] },
  },
  "notifications.listTargets": { "one's own": { row: OWNER_HAS("device", "none") } },
  "notifications.changeTarget": {
    "the owner's": { row: OWNER_ALONE("no-device"), changes: ["notification_targets"] },
    "a device that doesn't exist": { row: EVERYBODY("no-device") },
  },
  "notifications.removeTarget": {
    "the owner's": { row: OWNER_ALONE("no-device"), changes: ["notification_targets"] },
    "a device that doesn't exist": { row: EVERYBODY("no-device") },
  },
  "notifications.getPushKey": { "this server's": { row: EVERYBODY("same") } },
  "notifications.addPushDevice": {
    "a browser": { row: EVERYBODY("done"), changes: NEW_PLACE },
    "a browser that was somebody else's": { row: EVERYBODY("done"), changes: NEW_PLACE },
  },
  "notifications.addNtfy": {
    "a server": { row: EVERYBODY("done"), changes: ["mail_outbox", ...NEW_PLACE].sort() },
  },
  "notifications.getNtfyTopic": {
    "the owner's": { row: OWNER_ALONE("no-device").replace("done", "same") },
    "a device that doesn't exist": { row: EVERYBODY("no-device") },
  },
  "notifications.addWebhook": {
    "a program": { row: EVERYBODY("done"), changes: ["mail_outbox", ...NEW_PLACE].sort() },
  },
  "notifications.sendTest": {
    "the owner's, which can't be read": { row: OWNER_ALONE("no-device").replace("done", "unreadable") },
    "a device that doesn't exist": { row: EVERYBODY("no-device") },
  },
  "notifications.getReminderTime": {
    "the notebook": {
      row: "signin unknown denied denied eight eight eight eight eight eight denied denied denied denied",
    },
  },
  "notifications.setReminderTime": {
    "the notebook": {
      row: "signin unknown denied denied denied denied denied denied done done denied denied denied denied",
      changes: ["diaries", "tasks"],
    },
  },
};
