import type { Room, TableClaim } from "../../../server/rooms.ts";

/** What the tables of plans have in common. */
const CARE_CONTENT: TableClaim = {
  sync: "live",
  copy: { not: "The copy doesn't have the plans yet." },
  deletion: "Stays under “Former member”.",
  backOffice: { not: "The back-office sees no care content." },
};

/** What this room registers with the platform. */
export const room: Room = {
  name: "plans",
  tables: {
    medication_plans: CARE_CONTENT,
    medication_plan_versions: CARE_CONTENT,
    medication_plan_corrections: CARE_CONTENT,
  },
};
