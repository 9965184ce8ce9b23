import { join } from "node:path";
import type { Config } from "../config.ts";
import { StartError } from "../start-error.ts";
import { createLocalStorage } from "./local.ts";

/**
 * Where files lie, by name. A name is made by the server, never taken from a client: a kind and an id such as
 * `avatars/0197….jpg`.
 */
export type FileStorage = {
  /** Writes a whole file; when it resolves, the file outlives a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The whole file, or null when there is none of that name. */
  read(name: string): Promise<Uint8Array | null>;
  /** Removes a file; nothing happens when there is none. */
  remove(name: string): Promise<void>;
};

export const PHOTO_SIZES = ["whole", "small"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** The file of a photo. Migration 0013 knows these names as well: it notes them when the photo's row goes. */
export const photoFile = (photoId: string, size: PhotoSize): string =>
  `avatars/${photoId}${size === "small" ? "-small" : ""}.jpg`;

/** @throws StartError for a driver that isn't there. */
export function createStorage(config: Pick<Config, "storage" | "dataDir">): FileStorage {
  if (config.storage.driver !== "local") {
    throw new StartError(
      `STORAGE ${config.storage.driver} can't be used yet: leave it away or set it to local.`,
    );
  }
  return createLocalStorage(join(config.dataDir, "files"));
}
