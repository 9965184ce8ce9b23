import type { Message } from "../../lib/words/message.ts";
/** A file is smaller than 10 MB (care-core 5, 9), which are 10 × 1024 × 1024 bytes. */
export const TOO_LARGE = 10 * 1024 * 1024;
export const FILENAME_LENGTH = 255;
/** The longest description of a file, in characters. */
export const DESCRIPTION_LENGTH = 500;
/** Attachments of one note. */
export const ATTACHMENTS_OF_NOTE = 200;
/** How many uploads a person may have open at once. */
export const OPEN_UPLOADS = 50;
/** How many minutes an upload grant is valid. */
export const UPLOAD_MINUTES = 15;
/** How many minutes the address of a file is valid. */
export const DOWNLOAD_MINUTES = 5;

export const ATTACHMENT_MESSAGES = {
  /** Verbatim, care-core 8. */
  size: { key: "attachmentrules.size" },
  filename: { key: "attachmentrules.filename" },
  mimeType: { key: "attachmentrules.mimeType" },
  notUploaded: { key: "attachmentrules.notUploaded" },
  otherType: (type: string) => ({ key: "attachmentrules.otherType", values: { type } }),
  noPreview: { key: "attachmentrules.noPreview" },
  notEncrypted: { key: "attachmentrules.notEncrypted" },
  gone: { key: "attachmentrules.gone" },
  full: { key: "attachmentrules.full", values: { most: ATTACHMENTS_OF_NOTE } },
  open: { key: "attachmentrules.open" },
  nameLong: { key: "attachmentrules.nameLong", values: { most: FILENAME_LENGTH } },
  descriptionLong: { key: "attachmentrules.descriptionLong", values: { most: DESCRIPTION_LENGTH } },
} as const satisfies Record<string, Message | ((...args: never[]) => Message)>;

/** Whether a file is a photo in Apple's format, which few browsers show and the server can't read. */
export const isHeic = ({ filename, mimeType }: { filename: string; mimeType: string }): boolean =>
  /^image\/hei[cf]/.test(mimeType) || /\.hei[cf]$/i.test(filename);

/** The type of a file without one. */
export const UNKNOWN_TYPE = "application/octet-stream";

/**
 * Removes characters from a file name that could change the folder, break a header or reverse text: control characters,
 * path separators, bidirectional marks. Empty when nothing is left.
 */
export function cleanFilename(name: string): string {
  const cleaned = name
    .replace(/[\p{Cc}\p{Zl}\p{Zp}/\\\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, "")
    .trim();
  return /^\.*$/.test(cleaned) ? "" : cleaned;
}

/** A media type in lower case without its parameters; empty for an empty or missing one. */
export const getMediaType = (type: string | null | undefined): string =>
  (type ?? "").split(";")[0]!.trim().toLowerCase();

/** The stored media type of an upload with this content type. */
export const getUploadedType = (header: string | null | undefined): string =>
  getMediaType(header) || UNKNOWN_TYPE;
