import type { Room } from "../../../../server/rooms.ts";
import { copy } from "./copy.ts";
import { keepProgramsCurrent } from "./jobs.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "progress",
  tables: {
    diary_programs: {
      sync: "live",
      copy: "Each program of the notebook that the reader sees, with its progress.",
      deletion: "Stays under “Former member”.",
      backOffice: { table: "diaryPrograms" },
    },
    phase_progress: {
      sync: "live",
      copy: "Counted in the progress of its program.",
      deletion: { not: "Has nothing of a person." },
      backOffice: { table: "phaseProgress" },
    },
    activity_activations: {
      sync: "live",
      copy: "Counted in the progress of its program.",
      deletion: { not: "Whom it is assigned to stays, under “Former member”." },
      backOffice: { table: "activityActivations" },
    },
    program_clocks: {
      sync: { not: "No screen reads it; what it leads to changes the program." },
      copy: { not: "Holds when to count next." },
      deletion: { not: "Has nothing of a person." },
      backOffice: { not: "Holds when to count next." },
    },
  },
  figures: [
    {
      metric: "stuck_items",
      what: "programs",
      count: "select count(*) from program_clocks where failures > 0",
    },
  ],
  jobs: [
    {
      name: "keep_programs_current",
      schedule: "* * * * *",
      options: "max=1",
      run: ({ database, log }) => keepProgramsCurrent(database, log),
    },
  ],
  copy,
};
