import { rooms } from "../registry/rooms.ts";
import { getContent } from "../server/backup/content.ts";
import { createArchive } from "../server/backup/write.ts";
import type { Service } from "./service.ts";

/** The archive of a service as it is now, in clear and without keys, as a backup makes it. */
export const archiveOfService = (service: Service, workDirectory: string) =>
  createArchive({
    ...getContent(rooms),
    connectionString: service.database.connectionString,
    storage: service.storage,
    version: "0.1.0",
    masterKeys: [],
    keys: null,
    workDirectory,
  });
