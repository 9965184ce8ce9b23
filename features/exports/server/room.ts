import type { Room } from "../../../server/rooms.ts";
import { startExporter } from "./exporter.ts";
import { linkHandlers } from "./links.ts";
import { expireExports, QUEUE } from "./queue_figures.ts";
import { STORED_FILES } from "./stored_files.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "exports",
  storedFiles: [STORED_FILES],
  tables: {
    exports: {
      sync: "live",
      copy: { not: "An export is made of what the copy holds." },
      deletion: "Expire by themselves; made under “Former member” until then.",
      backOffice: { table: "programExports" },
    },
  },
  links: linkHandlers,
  endExpired: ({ database }) => expireExports(database),
  queues: [QUEUE],
  start: startExporter,
};
