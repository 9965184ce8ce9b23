import type { Room } from "../../../server/rooms.ts";
import { registerSubjects } from "../../notifications/server/public.ts";
import { copy } from "./copy.ts";
import { updateTask } from "./functions.ts";
import { extendAllSeries } from "./jobs.ts";

registerSubjects("task", {
  complete: (run, taskId) => run(updateTask, { taskId, status: "completed" }),
});

/** The room's registration with the platform. */
export const room: Room = {
  name: "tasks",
  tables: {
    tasks: {
      sync: "live",
      copy: "Each task that the reader sees.",
      deletion: "What was made for others stays under “Former member”.",
      backOffice: { table: "tasks" },
    },
    task_series: {
      sync: "live",
      copy: { not: "Its tasks are in the copy, with their rule." },
      deletion: "Stays with its tasks under “Former member”.",
      backOffice: { not: "Its tasks are shown." },
    },
  },
  figures: [
    {
      metric: "stuck_items",
      what: "series",
      count: "select count(*) from task_series where failure is not null",
    },
  ],
  jobs: [
    {
      name: "extend_task_series",
      schedule: "47 * * * *",
      options: "fill=1d&max=3",
      run: ({ database, log }) => extendAllSeries(database, log),
    },
  ],
  copy,
};
