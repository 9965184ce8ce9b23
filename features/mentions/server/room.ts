import type { Room } from "../../../server/rooms.ts";
import { deleteMailRecord } from "./deletion.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "mentions",
  tables: {
    mention_mails: {
      sync: { not: "No screen reads it; it limits mails." },
      copy: { not: "Counts mails to a person." },
      deletion: "Deleted.",
      backOffice: { not: "Counts mails to a person." },
    },
  },
  deletePerson: deleteMailRecord,
};
