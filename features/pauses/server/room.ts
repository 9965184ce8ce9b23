import type { Room } from "../../../server/rooms.ts";
import { copy } from "./copy.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "pauses",
  tables: {
    care_pauses: {
      sync: "live",
      copy: "The pauses that concern plans which its reader sees.",
      deletion: "Stay; their people are shown as “Former member”.",
      backOffice: { not: "The back-office sees no care content." },
    },
  },
  copy,
};
