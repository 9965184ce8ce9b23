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
  size: "File size must be less than 10MB",
  filename: "A file must have a name with at least one character",
  mimeType: "The kind of file must be a type such as image/png",
  notUploaded: "The file must be one that you have uploaded for this note in the last minutes",
  otherType: "The kind of file must be the one that it was uploaded with",
  noPreview: "Only pictures and PDF files have a preview",
  notEncrypted: "Only files of encrypted notes are encrypted",
  gone: "This file isn't stored any more",
  full: `A note may have at most ${ATTACHMENTS_OF_NOTE} attachments`,
  open: "Too many uploads are under way. Please try again in a few minutes.",
} as const;

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
