import type { Room } from "../../../server/rooms.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "updates",
  tables: {
    read_marks: {
      sync: "live",
      copy: { not: "What a reader has read is theirs, not the notebook's." },
      deletion: "Goes with the membership.",
      backOffice: { not: "What somebody has read is nobody else's business." },
    },
  },
};
