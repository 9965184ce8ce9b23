import type { Room, TableClaim } from "../../../server/rooms.ts";
import { registerSubjects } from "../../notifications/server/public.ts";
import { section as doses } from "./copy.ts";
import { doseSubjects } from "./dose_notifications.ts";
import { checkLedger } from "./jobs.ts";
import { section as pauses } from "./pauses/copy.ts";
import { doseSheet } from "./sheet.ts";
import { copy as stock } from "./stock/copy.ts";

registerSubjects("dose", doseSubjects);

/** What the ledger's tables have in common. */
const CARE_CONTENT: TableClaim = {
  sync: "live",
  copy: "The doses of plans that its reader sees, with everything that was said about each.",
  deletion: "Stays under “Former member”.",
  backOffice: { not: "The back-office sees no care content." },
};

/** What this room registers with the platform. */
export const room: Room = {
  name: "doses",
  exports: [doseSheet],
  tables: {
    doses: CARE_CONTENT,
    dose_entries: CARE_CONTENT,
    dose_turns: {
      sync: { not: "No screen reads it; it keeps two doses from being written at once." },
      copy: { not: "Holds counters only." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "Holds counters only." },
    },
    dose_faults: {
      sync: { not: "No screen reads it; operators see its number among the metrics." },
      copy: { not: "Says only which doses have to be looked at." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "The log and a metric tell operators." },
    },
    dose_reminders: {
      sync: { not: "No screen reads it." },
      copy: { not: "Says only up to when reminders were planned." },
      deletion: { not: "Has nothing of a person; goes with its plan." },
      backOffice: { not: "Says only up to when reminders were planned." },
    },
    care_pauses: {
      ...CARE_CONTENT,
      copy: "The pauses that concern plans which its reader sees.",
      deletion: "Stay; their people are shown as “Former member”.",
    },
    stock_events: { ...CARE_CONTENT, copy: "What was counted, added and thrown away, beside the plan." },
    stock_warnings: {
      ...CARE_CONTENT,
      copy: "The number that was typed, beside the plan.",
      deletion: "Stays; nobody sees who typed it.",
    },
  },
  figures: [{ metric: "stuck_items", what: "doses", count: "select count(*) from dose_faults" }],
  jobs: [
    {
      name: "check_dose_ledger",
      schedule: "41 2 * * *",
      options: "fill=1d&max=3",
      async run(parts) {
        await checkLedger(parts);
      },
    },
  ],
  copy: { sections: [doses, pauses], ...stock },
};
