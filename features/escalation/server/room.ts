import type { Room } from "../../../server/rooms.ts";
import { registerEscalationRuns } from "../../notifications/server/public.ts";
import { startEscalation } from "./background.ts";
import { removeFromPlans } from "./deletion.ts";
import { readPageRuns } from "./inbox_runs.ts";
import { openRuns } from "./open_data.ts";
import { QUEUES } from "./queues.ts";

registerEscalationRuns({ open: openRuns, read: readPageRuns });

/** What this room registers with the platform. */
export const room: Room = {
  name: "escalation",
  tables: {
    escalation_plans: {
      sync: "live",
      copy: { not: "Says whom the server tells, not what was cared for." },
      deletion: "The person is taken out of the lists; who changed one is shown as “Former member”.",
      backOffice: { not: "The back-office sees no care content." },
    },
    escalation_runs: {
      sync: "live",
      copy: { not: "Says whom the server told, not what was cared for." },
      deletion: "Stays under “Former member” for 90 days after it is over.",
      backOffice: { not: "The back-office sees no care content." },
    },
  },
  queues: QUEUES,
  start: startEscalation,
  deletePerson: removeFromPlans,
};
