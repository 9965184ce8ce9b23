import type { Room, TableClaim } from "../../../server/rooms.ts";
import { registerSubjects } from "../../notifications/server/public.ts";
import { copy } from "./appointments/copy.ts";
import { extendAllAppointments } from "./appointments/jobs.ts";
import {
  areAppointmentsDue,
  isAppointmentStillDue,
  planAppointments,
} from "./appointments/reminder_planner.ts";

registerSubjects("appointment", {
  isStillDue: isAppointmentStillDue,
  areDue: areAppointmentsDue,
  plan: planAppointments,
});

/** What the tables of appointments have in common. */
const CARE_CONTENT: TableClaim = {
  sync: "live",
  copy: "Each appointment that the reader sees, with who goes and drives.",
  deletion: "Stays under “Former member”; the person goes to no appointment to come.",
  backOffice: { not: "The back-office sees no care content." },
};

/** What this room registers with the platform. */
export const room: Room = {
  name: "visits",
  tables: {
    appointments: CARE_CONTENT,
    appointment_people: CARE_CONTENT,
    appointment_series: {
      ...CARE_CONTENT,
      copy: { not: "Its appointments are in the copy, with their rule." },
      deletion: "Stays with its appointments under “Former member”.",
    },
  },
  jobs: [
    {
      name: "extend_appointments",
      schedule: "52 * * * *",
      options: "fill=1d&max=3",
      run: ({ database }) => extendAllAppointments(database),
    },
  ],
  copy,
};
