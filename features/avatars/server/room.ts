import type { Room } from "../../../server/rooms.ts";
import { deletePersonsUnusedPhotos } from "./deletion.ts";
import { deleteUnusedPhotos } from "./jobs.ts";
import { createAvatarRoute } from "./routes.ts";
import { STORED_FILES } from "./stored_files.ts";

/** The room's registration with the platform. */
export const room: Room = {
  name: "avatars",
  storedFiles: [STORED_FILES],
  tables: {
    avatars: {
      sync: "live",
      copy: { not: "A copy holds notes and files; photos only mark notebooks and people on screens." },
      deletion: "The person's own and those that no notebook has are deleted.",
      backOffice: { not: "Photos of people aren't shown to administrators." },
    },
  },
  routes: createAvatarRoute,
  jobs: [
    {
      name: "delete_unused_photos",
      schedule: "23 * * * *",
      options: "fill=1d&max=3",
      run: ({ database }) => deleteUnusedPhotos(database),
    },
  ],
  deletePerson: deletePersonsUnusedPhotos,
};
