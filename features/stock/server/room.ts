import type { Room } from "../../../server/rooms.ts";
import { copy } from "./copy.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "stock",
  tables: {
    stock_events: {
      sync: "live",
      copy: "What was counted, added and thrown away, beside the plan.",
      deletion: "Stays under “Former member”.",
      backOffice: { not: "The back-office sees no care content." },
    },
    stock_warnings: {
      sync: "live",
      copy: "The number that was typed, beside the plan.",
      deletion: "Stays; nobody sees who typed it.",
      backOffice: { not: "The back-office sees no care content." },
    },
  },
  copy,
};
