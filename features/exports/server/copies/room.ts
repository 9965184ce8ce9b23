import type { Room } from "../../../../server/rooms.ts";
import { deleteExpiredTickets } from "./jobs.ts";
import { linkHandlers } from "./links.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "copies",
  tables: {
    copy_tickets: {
      sync: { not: "No screen reads it; it is used once." },
      copy: { not: "The right to fetch a copy is no content." },
      deletion: "End by themselves within minutes.",
      backOffice: { not: "Live for minutes." },
    },
  },
  links: linkHandlers,
  deleteExpired: ({ database }) => deleteExpiredTickets(database),
};
