import type { Room } from "../../../server/rooms.ts";
import { shiftReport } from "./shift_report.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "handover",
  exports: [shiftReport],
  tables: {
    handover_marks: {
      sync: "live",
      copy: { not: "What a reader has read is theirs, not the notebook's." },
      deletion: "Goes with the membership.",
      backOffice: { not: "What somebody has read is nobody else's business." },
    },
    handover_turns: {
      sync: { not: "No screen reads it; it puts two presses of one reader in order." },
      copy: { not: "Holds counters only." },
      deletion: "Has nothing of a person.",
      backOffice: { not: "Holds counters only." },
    },
  },
};
