import type { Room, TableClaim } from "../../../server/rooms.ts";
import { doseSheet } from "./sheet.ts";

/** What the ledger's tables have in common. */
const CARE_CONTENT: TableClaim = {
  sync: "live",
  copy: { not: "The copy doesn't have the ledger yet." },
  deletion: "Stays under “Former member”.",
  backOffice: { not: "The back-office sees no care content." },
};

/** What this room registers with the platform. */
export const room: Room = {
  name: "doses",
  exports: [doseSheet],
  tables: {
    doses: CARE_CONTENT,
    dose_entries: CARE_CONTENT,
    dose_turns: {
      sync: { not: "No screen reads it; it keeps two doses from being written at once." },
      copy: { not: "Holds counters only." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "Holds counters only." },
    },
    care_pauses: CARE_CONTENT,
    stock_events: CARE_CONTENT,
  },
};
