import type { Room } from "../../../server/rooms.ts";
import { copy } from "./copy.ts";
import { deletePersonsComments } from "./deletion.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "comments",
  tables: {
    comments: {
      sync: "live",
      copy: "Comments beside the note, task or program that they are on.",
      deletion: "Private ones are deleted; the others stay under “Former member”.",
      backOffice: { table: "comments" },
    },
  },
  deletePerson: deletePersonsComments,
  copy,
};
