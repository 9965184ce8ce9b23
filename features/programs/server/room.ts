import type { Room } from "../../../server/rooms.ts";
import { seedOfficialPrograms } from "./official.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "programs",
  tables: {
    programs: {
      sync: "live",
      copy: { not: "Programs are of the library; what a notebook does with them is in the copy." },
      deletion: "Those that were uploaded stay for the notebooks that use them.",
      backOffice: { table: "programs" },
    },
    note_programs: {
      sync: "live",
      copy: { not: "A program that waits on a note has no data yet." },
      deletion: "Stays under “Former member”.",
      backOffice: { not: "Only joins notes and programs." },
    },
  },
  prepare: seedOfficialPrograms,
};
