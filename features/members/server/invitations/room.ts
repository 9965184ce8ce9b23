import type { Room } from "../../../../server/rooms.ts";
import { admitsInvited } from "./admission.ts";
import { endLinkOpenings, forgetAddress, listLinkOpenings } from "./deletion.ts";
import { deleteEndedLinks, endExpiredLinks } from "./jobs.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "invitations",
  tables: {
    invitations: {
      sync: "live",
      copy: { not: "Who was invited isn't the notebook's content." },
      deletion:
        "The address is taken out; open ones to it count as declined; open links that the person made are cancelled.",
      backOffice: { table: "invitations" },
    },
    invitation_links: {
      sync: "live",
      copy: { not: "Links open the notebook." },
      deletion: "Goes with the notebooks that nobody else is in.",
      backOffice: { not: "Only hashes of links are stored." },
    },
    invitation_turns: {
      sync: { not: "No screen reads it; it makes counts exact." },
      copy: { not: "Holds counters only." },
      deletion: "Deleted.",
      backOffice: { not: "Holds counters only." },
    },
    join_requests: {
      sync: "live",
      copy: { not: "Who asked to join isn't the notebook's content." },
      deletion: "Deleted.",
      backOffice: { not: "They stand at the invitation." },
    },
  },
  endExpired: ({ database }) => endExpiredLinks(database),
  deleteExpired: ({ database }) => deleteEndedLinks(database),
  admits: admitsInvited,
  deletePerson: forgetAddress,
  listOpenings: listLinkOpenings,
  endOpenings: endLinkOpenings,
};
