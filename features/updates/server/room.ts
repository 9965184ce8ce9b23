import type { Room } from "../../../server/rooms.ts";
import { registerNews } from "../../notifications/server/public.ts";
import { listNewMembers, listNewNotes } from "./digest_news.ts";

registerNews("note", listNewNotes);
registerNews("member-joined", listNewMembers);

/** The room's registration with the platform. */
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
