import type { Room } from "../../../server/rooms.ts";
import { registerSubjects } from "../../notifications/server/public.ts";
import { copy } from "./copy.ts";
import { deletePrivateNotes } from "./deletion.ts";
import { readTitlesById } from "./note_titles.ts";

registerSubjects("note", { readTitles: readTitlesById });

/** The room's registration with the platform. */
export const room: Room = {
  name: "notes",
  tables: {
    notes: {
      sync: "live",
      copy: "Each note that the reader sees, whole.",
      deletion: "Private ones are deleted; what was written for others stays under “Former member”.",
      backOffice: { table: "notes" },
    },
    medication_turns: {
      sync: { not: "No screen reads it; it keeps two lists of medications from being written at once." },
      copy: { not: "Holds counters only." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "Holds counters only." },
    },
    note_types: {
      sync: "live",
      copy: { not: "The kinds of notes are the product's own." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { table: "noteTypes" },
    },
    notebook_keys: {
      sync: "live",
      copy: { not: "A copy is opened text; keys stay with the server." },
      deletion: "Goes with the notebooks that nobody else is in.",
      backOffice: { not: "Keys are never shown." },
    },
  },
  deletePerson: deletePrivateNotes,
  copy,
};
