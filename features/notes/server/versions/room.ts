import type { Room } from "../../../../server/rooms.ts";
import { deletePrivateVersions } from "./deletion.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "versions",
  tables: {
    note_versions: {
      sync: "live",
      copy: { not: "A copy holds what a note says now." },
      deletion: "What a note said while it was the person's private one is deleted.",
      backOffice: { not: "Former texts of notes are never shown to administrators." },
    },
  },
  deletePerson: deletePrivateVersions,
};
