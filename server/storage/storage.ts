import type { Readable } from "node:stream";
import type { Drafts } from "./drafts.ts";

/** The form of a stored file's name: it can lead nowhere else, neither in a directory nor in a bucket. */
export const STORED_NAME = /^(?!drafts\/)[a-z]+\/[0-9a-z-]+(?:\.[a-z]+)?$/;

/** Stores files by name. The server makes the names, never a client: a kind and an id such as `avatars/0197….jpg`. */
export type FileStorage = {
  /** Writes a whole file; when it resolves, the file survives a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The whole file, or null when there is none of that name. */
  read(name: string): Promise<Uint8Array | null>;
  /** The file as a stream, or null when there is none. */
  stream(name: string): Promise<Readable | null>;
  /** The size of the file in bytes, or null when there is none. */
  size(name: string): Promise<number | null>;
  /** Removes a file, if it exists. */
  remove(name: string): Promise<void>;
  /** Stores a finished draft under a name, replacing an existing file. Survives a crash, as `write`. */
  saveDraft(draft: string, name: string): Promise<void>;
  drafts: Drafts;
  /** For services that browsers can exchange files with directly; null where all bytes pass through this server. */
  direct: DirectStorage | null;
  /** For copies of backups in the bucket; null where files are in a directory. */
  large: LargeStorage | null;
};

/** Files that are too large for one request. */
export type LargeStorage = {
  /** Copies a file of this machine to the storage, in parts; it is there under its name only when it is whole. */
  save(path: string, name: string): Promise<void>;
  /** All names that begin so. */
  list(prefix: string): Promise<string[]>;
};

/**
 * How long a link to a bucket downloads: long enough to begin, and no longer, because it outlives the right of its
 * person. Links to this server are checked at each fetch.
 */
export const DIRECT_SECONDS = 60;

/**
 * Direct exchange of files between browsers and a bucket. A link works for everybody who has it, until it expires.
 */
export type DirectStorage = {
  /** The origin of all links, which the content security policy has to allow. */
  origin(): Promise<string>;
  /** For one PUT with this content type, and of exactly `size` bytes unless it is null. */
  uploadUrl(file: { name: string; type: string; size: number | null; seconds: number }): Promise<string>;
  /** For GET, for {@link DIRECT_SECONDS}; the response has this type and disposition. */
  downloadUrl(file: { name: string; type: string; disposition: string }): Promise<string>;
  /** Copies a file, so that links to the first name don't reach the copy. */
  copy(from: string, to: string): Promise<void>;
  /** The first `length` bytes of a file that is at least as long. */
  beginning(name: string, length: number): Promise<Uint8Array>;
};

export const PHOTO_SIZES = ["whole", "small"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** The file of a photo. Migration 0013 uses these names as well: it records them when the photo's row is deleted. */
export const getPhotoFile = (photoId: string, size: PhotoSize): string =>
  `avatars/${photoId}${size === "small" ? "-small" : ""}.jpg`;

/** The longest side of an attached picture's small versions, in pixels: for tiles, and for a phone's whole screen. */
export const PREVIEW_SIDES = { small: 320, screen: 1600 } as const;
export type PreviewSize = keyof typeof PREVIEW_SIDES;

/** The file of a picture's small version. The trigger `attachments_leave_files` uses these names as well. */
export const previewFile = (objectName: string, size: PreviewSize): string =>
  `${objectName.replace(/^attachments\//, "previews/")}-${size}`;

/** The name of an attachment's file until the upload is complete; see migration 0014. */
export const uploadFile = (objectName: string): string => objectName.replace(/^attachments\//, "uploads/");

/** Time limits for a storage service, so that it can't hold up a transaction or a person for longer. */
export const TIMEOUTS = { connectMs: 3_000, answerMs: 20_000 };
