import type { Room } from "../../../server/rooms.ts";
import { closeTables } from "./deletion.ts";

/** What this room registers with the platform. */
export const room: Room = {
  name: "admin",
  tables: {
    admin_openings: {
      sync: "live",
      copy: { not: "The back-office's own." },
      deletion: "Deleted.",
      backOffice: { not: "Each opening is an audit event, which is shown." },
    },
    audit_events: {
      sync: "live",
      copy: { not: "What happened to a notebook is accounted for by the platform." },
      deletion: "Stay: they hold ids and no text that people wrote.",
      backOffice: { table: "auditEvents" },
    },
    row_counts: {
      sync: "live",
      copy: { not: "Counts over all notebooks." },
      deletion: { not: "Holds counts only." },
      backOffice: { not: "Shown as the counts of the tables." },
    },
    row_count_changes: {
      sync: { not: "Summed into row_counts, which screens read." },
      copy: { not: "Counts over all notebooks." },
      deletion: { not: "Holds counts only." },
      backOffice: { not: "Summed into row_counts." },
    },
  },
  deletePerson: closeTables,
};
