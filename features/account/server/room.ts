import type { Room } from "../../../server/rooms.ts";

/** What this room gives to the work that goes across all rooms. */
export const room: Room = {
  name: "account",
  tables: {
    users: {
      sync: "live",
      copy: { not: "Authors and assignees stand by name at what they did." },
      deletion: "Becomes “Former member”, without name and address.",
      backOffice: { table: "users" },
    },
  },
};
