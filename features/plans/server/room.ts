import type { Room, TableClaim } from "../../../server/rooms.ts";
import { copy } from "./copy.ts";

/** What the tables of plans have in common. */
const CARE_CONTENT: TableClaim = {
  sync: "live",
  copy: "The plans that its reader sees, with all their versions.",
  deletion: "Stays under “Former member”.",
  backOffice: { not: "The back-office sees no care content." },
};

/** What this room registers with the platform. */
export const room: Room = {
  name: "plans",
  tables: {
    medication_plans: CARE_CONTENT,
    medication_plan_versions: CARE_CONTENT,
  },
  copy,
};
