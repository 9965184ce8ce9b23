import { checkPush } from "../../../server/doctor/push.ts";
import type { Room, TableClaim } from "../../../server/rooms.ts";
import { startReminders } from "./background.ts";
import { deleteNotifications } from "./deletion.ts";
import { registerChannel } from "./deliver/channels.ts";
import { ntfyChannel, webhookChannel } from "./deliver/other_channels.ts";
import { pushChannel } from "./deliver/push_channel.ts";
import { deleteOldNotifications } from "./expired.ts";
import { FIGURES, QUEUES } from "./queues.ts";
import { endTargetOpenings, listTargetOpenings } from "./settings/openings.ts";
import { countPushDevices } from "./settings/targets_data.ts";
import { createUnsubscribeRoute } from "./settings/unsubscribe.ts";

for (const sender of [pushChannel, ntfyChannel, webhookChannel]) registerChannel(sender);

/** The claims that all tables of a user's notifications share. */
const OWN: TableClaim = {
  sync: "live",
  copy: { not: "How somebody is notified is theirs, not the notebook's." },
  deletion: "Deleted.",
  backOffice: { not: "Administrators don't see of what somebody is notified." },
};
const UNSEEN = { not: "No screen reads it." };

/** What this room registers with the platform. */
export const room: Room = {
  name: "notifications",
  tables: {
    notifications: OWN,
    notification_settings: OWN,
    notification_rules: OWN,
    notification_targets: OWN,
    notification_deliveries: {
      ...OWN,
      sync: { not: "No screen reads it; targets say when they last worked." },
      deletion: "Goes with the notifications.",
    },
    settled_notifications: {
      ...OWN,
      sync: UNSEEN,
      deletion: "Goes with the notifications.",
      backup: { not: "Says what devices have to show now." },
    },
    reminder_clocks: {
      sync: UNSEEN,
      copy: { not: "Says only up to when reminders were planned." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "Says only up to when reminders were planned." },
    },
    unplanned_notifications: {
      ...OWN,
      sync: UNSEEN,
      deletion: "Goes with the notifications.",
    },
    quiet_exceptions: { ...OWN, deletion: "Goes with the memberships." },
    digests: { ...OWN, sync: UNSEEN },
    mention_mails: {
      sync: { not: "No screen reads it; it limits mails." },
      copy: { not: "Counts mails to a person." },
      deletion: "Deleted.",
      backOffice: { not: "Counts mails to a person." },
    },
    mail_blocks: {
      sync: UNSEEN,
      copy: { not: "It isn't a notebook's." },
      deletion: { not: "Addresses of people without an account, as hashes." },
      backOffice: { not: "Holds hashes only." },
    },
  },
  routes: createUnsubscribeRoute,
  checks: [
    {
      part: "Push",
      check: (config, { db }) => checkPush(config, { db, countDevices: countPushDevices }),
    },
  ],
  queues: QUEUES,
  figures: FIGURES,
  start: startReminders,
  deleteExpired: deleteOldNotifications,
  listOpenings: listTargetOpenings,
  endOpenings: endTargetOpenings,
  deletePerson: deleteNotifications,
};
