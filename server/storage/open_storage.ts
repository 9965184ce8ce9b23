import { join } from "node:path";
import type { Config } from "../config.ts";
import { createDrafts } from "./drafts.ts";
import { createGcsStorage } from "./gcs.ts";
import { createLocalStorage } from "./local.ts";
import { createS3Storage } from "./s3.ts";
import type { FileStorage } from "./storage.ts";

/** Opens the configured storage. With a bucket, the data directory holds only files that are being uploaded. */
export function openStorage({ storage, dataDir }: Pick<Config, "storage" | "dataDir">): FileStorage {
  const files = join(dataDir, "files");
  switch (storage.driver) {
    case "local":
      return createLocalStorage(files);
    case "s3":
      return createS3Storage(storage, createDrafts(join(files, "drafts")));
    case "gcs":
      return createGcsStorage(storage, createDrafts(join(files, "drafts")));
  }
}
