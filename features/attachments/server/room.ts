import type { Room } from "../../../server/rooms.ts";
import { copy } from "./copy.ts";
import { endUploads } from "./deletion.ts";
import { deleteExpiredUploads } from "./jobs.ts";
import { linkHandlers } from "./links.ts";
import { createPictureRoute } from "./routes.ts";
import { STORED_FILES } from "./stored_files.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "attachments",
  storedFiles: [STORED_FILES],
  tables: {
    attachments: {
      sync: "live",
      copy: "Each file of a note that the reader sees.",
      deletion: "Files on notes for others stay under “Former member”.",
      backOffice: { table: "attachments" },
    },
    upload_grants: {
      sync: { not: "No screen reads it; an upload ends in an attachment." },
      copy: { not: "An upload that isn't finished is no file yet." },
      deletion: "Deleted, with what was uploaded.",
      backOffice: { not: "Live for minutes." },
    },
    upload_turns: {
      sync: { not: "No screen reads it; it makes counts exact." },
      copy: { not: "Holds counters only." },
      deletion: { not: "Holds counters of notes, which go with them." },
      backOffice: { not: "Holds counters only." },
    },
  },
  routes: createPictureRoute,
  links: linkHandlers,
  endExpired: ({ database }) => deleteExpiredUploads(database),
  deletePerson: endUploads,
  copy,
};
