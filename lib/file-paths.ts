/** The path of signed links to files on this server: `/api/files/<link>`. */
export const FILES_PATH = "/api/files/";

/**
 * The address to fetch: for the server's own files only the path, because the page may be open under another host name
 * of the same server; a bucket's address unchanged.
 */
export function getFileAddress(url: string): string {
  const { pathname } = new URL(url);
  return pathname.startsWith(FILES_PATH) ? pathname : url;
}

/** Whether the server makes small versions of a file; it can't of moving pictures. */
export const hasSmallVersion = ({ previewType }: { previewType: string | null }): boolean =>
  isPicture({ previewType }) && previewType !== "image/gif";

/** Whether a file is a picture that browsers show. */
export const isPicture = ({ previewType }: { previewType: string | null }): boolean =>
  previewType?.startsWith("image/") ?? false;

/** Small versions of attached pictures, by the attachment's id. */
export const PICTURES_PATH = "/api/pictures/";

/** The path of a small version of an attached picture: for a tile, or for a whole screen. */
export const getPicturePath = (attachmentId: string, size: "small" | "screen" = "small"): string =>
  `${PICTURES_PATH}${attachmentId}${size === "screen" ? "?size=screen" : ""}`;

/** The attachment's id in the path of a tile's picture; null for all other paths. */
export const findSmallPicture = (path: string): string | null =>
  path.startsWith(PICTURES_PATH) && !path.includes("?") ? path.slice(PICTURES_PATH.length) : null;
