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
    medication_plan_ties: {
      ...CARE_CONTENT,
      copy: "Each running plan names those that count together with it, as far as its reader sees them.",
    },
    medication_plan_corrections: {
      ...CARE_CONTENT,
      copy: { not: "The copy has what a plan is called now; what was corrected is on the plan's page." },
    },
  },
  copy,
};
