import type { Room } from "../../../server/rooms.ts";
import { deleteFeeds } from "./deletion.ts";
import { endFeedOpenings, listFeedOpenings } from "./openings.ts";
import { createFeedRoute } from "./routes.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "feeds",
  tables: {
    calendar_feeds: {
      sync: "live",
      copy: { not: "A copy holds the notebook's content; calendar links are each person's own." },
      deletion: "Deleted, so that their links open nothing.",
      backOffice: { not: "Administrators don't see who reads their tasks where." },
    },
  },
  routes: createFeedRoute,
  deletePerson: deleteFeeds,
  listOpenings: listFeedOpenings,
  endOpenings: endFeedOpenings,
};
