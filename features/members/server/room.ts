import type { Room } from "../../../server/rooms.ts";
import { leaveNotebooks } from "./deletion.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "members",
  tables: {
    members: {
      sync: "live",
      copy: { not: "A copy holds the notebook's content; who sees it changes." },
      deletion: "Removed from all notebooks.",
      backOffice: { table: "members" },
    },
  },
  deletePerson: leaveNotebooks,
};
