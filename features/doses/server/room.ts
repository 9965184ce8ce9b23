import type { Room } from "../../../server/rooms.ts";

const IN_HISTORY = { not: "The back-office sees no care content." };

/** What this room registers with the platform. */
export const room: Room = {
  name: "doses",
  tables: {
    medication_plans: {
      sync: "live",
      copy: { not: "Comes with the screens of the ledger." },
      deletion: "Stays under “Former member”.",
      backOffice: IN_HISTORY,
    },
    medication_plan_versions: {
      sync: "live",
      copy: { not: "Comes with the screens of the ledger." },
      deletion: "Stays under “Former member”.",
      backOffice: IN_HISTORY,
    },
    doses: {
      sync: "live",
      copy: { not: "Comes with the screens of the ledger." },
      deletion: "Stays under “Former member”.",
      backOffice: IN_HISTORY,
    },
    dose_entries: {
      sync: "live",
      copy: { not: "Comes with the screens of the ledger." },
      deletion: "Stays under “Former member”.",
      backOffice: IN_HISTORY,
    },
    dose_turns: {
      sync: { not: "No screen reads it; it keeps two doses from being written at once." },
      copy: { not: "Holds counters only." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "Holds counters only." },
    },
    care_pauses: {
      sync: "live",
      copy: { not: "Comes with the screens of the ledger." },
      deletion: "Stays under “Former member”.",
      backOffice: IN_HISTORY,
    },
    stock_events: {
      sync: "live",
      copy: { not: "Comes with the screens of the ledger." },
      deletion: "Stays under “Former member”.",
      backOffice: IN_HISTORY,
    },
  },
};
