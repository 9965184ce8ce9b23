import type { Room } from "../../../server/rooms.ts";
import { copy } from "./copy.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "notebooks",
  tables: {
    diaries: {
      sync: "live",
      copy: "The notebook itself, at the head.",
      deletion: "Those that nobody else is in are deleted; one that others use stands against the deletion.",
      backOffice: { table: "diaries" },
    },
    person_infos: {
      sync: "live",
      copy: "The person that the notebook is about, for readers who may see it.",
      deletion: "Goes with the notebooks that nobody else is in.",
      backOffice: { not: "Health data of the person: the list of notebooks shows none of it." },
    },
    notebook_visits: {
      sync: "live",
      copy: { not: "When a reader looked at a notebook is theirs, not the notebook's." },
      deletion: "Goes with the membership.",
      backOffice: { not: "When somebody looked at a notebook is nobody else's business." },
    },
  },
  copy,
};
