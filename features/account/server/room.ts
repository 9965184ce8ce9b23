import type { Room } from "../../../server/rooms.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "account",
  tables: {
    users: {
      sync: "live",
      copy: { not: "Authors and assignees stand by name at what they did." },
      deletion: "Becomes “Former member”, without name, address and picture.",
      backOffice: { table: "users" },
    },
  },
};
