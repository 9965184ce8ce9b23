import type { Room } from "../../../server/rooms.ts";
import { closeTables } from "./deletion.ts";
import {
  admitsFirstAdmin,
  deleteOldLinks,
  getFirstAdminLine,
  makeFirstAdminLink,
} from "./first_admin_data.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "admin",
  tables: {
    admin_openings: {
      sync: "live",
      copy: { not: "The back-office's own." },
      deletion: "Deleted.",
      backOffice: { not: "Each opening is an audit event, which is shown." },
    },
    first_admin_links: {
      sync: { not: "A link is looked up when it is opened." },
      copy: { not: "Links open the platform." },
      deletion: { not: "Belong to nobody." },
      backOffice: { not: "Only hashes of links are stored." },
      backup: { not: "A link holds for the server that printed it." },
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
  admits: admitsFirstAdmin,
  async notices(database, { baseUrl }) {
    const path = await makeFirstAdminLink(database.db);
    if (path === null) return [];
    return [`There is no administrator yet. ${getFirstAdminLine(baseUrl, path)}`];
  },
  deleteExpired: ({ database }) => deleteOldLinks(database.db),
  deletePerson: closeTables,
};
