import type { Room, TableClaim } from "../../../server/rooms.ts";
import { deleteOldMessages, deleteWebhooks, endWebhookOpenings, listWebhookOpenings } from "./deletion.ts";
import { startWebhooks } from "./deliver.ts";
import { QUEUE } from "./queue_figures.ts";

/** What the tables have in common. */
const OWN: TableClaim = {
  sync: "live",
  copy: { not: "What somebody's programs are told is theirs, not the notebook's." },
  deletion: "Deleted.",
  backOffice: { not: "Administrators don't see whose programs are told what." },
};

const QUEUED: TableClaim = {
  ...OWN,
  sync: { not: "No screen reads it." },
  backup: { not: "Says what is on its way now. After a restore programs read anew." },
};

/** What this room registers with the platform. */
export const room: Room = {
  name: "webhooks",
  tables: {
    webhooks: OWN,
    webhook_notebooks: { ...OWN, deletion: "Goes with the memberships." },
    webhook_deliveries: {
      ...QUEUED,
      sync: { not: "The page of a webhook asks again; each write would be told to it." },
    },
    webhook_queues: QUEUED,
    webhook_wakes: { ...QUEUED, deletion: { not: "Gone within a second or two." } },
  },
  queues: [QUEUE],
  start: startWebhooks,
  deleteExpired: deleteOldMessages,
  deletePerson: deleteWebhooks,
  listOpenings: listWebhookOpenings,
  endOpenings: endWebhookOpenings,
};
