import type { Readable } from "node:stream";
import type { Drafts } from "./drafts.ts";

/**
 * Where files lie, by name. A name is made by the server, never taken from a client: a kind and an id such as
 * `avatars/0197….jpg`.
 */
export type FileStorage = {
  /** Writes a whole file; when it resolves, the file outlives a crash. */
  write(name: string, bytes: Uint8Array): Promise<void>;
  /** The whole file, or null when there is none of that name. */
  read(name: string): Promise<Uint8Array | null>;
  /** The file bit by bit, or null when there is none. */
  stream(name: string): Promise<Readable | null>;
  /** How many bytes the file has, or null when there is none. */
  size(name: string): Promise<number | null>;
  /** Removes a file; nothing happens when there is none. */
  remove(name: string): Promise<void>;
  /** Keeps a finished draft under a name, in place of what is there. Outlives a crash, as `write`. */
  keep(draft: string, name: string): Promise<void>;
  drafts: Drafts;
  /** For services that browsers can exchange files with; null where all bytes pass through this server. */
  direct: DirectStorage | null;
};

/** What a bucket can do without us in between. Links work for whoever has them, until they expire. */
export type DirectStorage = {
  /** The origin of all links, which the page has to be allowed to talk to. */
  origin(): Promise<string>;
  /** For one PUT with this content type, and with exactly this many bytes when `size` is known. */
  uploadUrl(file: { name: string; type: string; size: number | null; seconds: number }): Promise<string>;
  /** For GET; the answer carries this type and disposition. */
  downloadUrl(file: { name: string; type: string; disposition: string; seconds: number }): Promise<string>;
  /** Copies a file, so that links to the first name don't reach it any more. */
  copy(from: string, to: string): Promise<void>;
  /** The first bytes of a file, which has as many or more. */
  beginning(name: string, length: number): Promise<Uint8Array>;
};

export const PHOTO_SIZES = ["whole", "small"] as const;
export type PhotoSize = (typeof PHOTO_SIZES)[number];

/** The file of a photo. Migration 0013 knows these names as well: it notes them when the photo's row goes. */
export const photoFile = (photoId: string, size: PhotoSize): string =>
  `avatars/${photoId}${size === "small" ? "-small" : ""}.jpg`;

/** Where the file of an attachment waits until it is one; see migration 0014. */
export const uploadFile = (objectName: string): string => objectName.replace(/^attachments\//, "uploads/");

/** A service that doesn't answer mustn't keep a transaction or a person waiting for longer. */
export const PATIENCE = { connectMs: 3_000, answerMs: 20_000 };
