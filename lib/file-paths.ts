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

/** Small versions of attached pictures, by the attachment's id. */
export const PICTURES_PATH = "/api/pictures/";

/** The path of a small version of an attached picture: for a tile, or for a whole screen. */
export const getPicturePath = (attachmentId: string, size: "small" | "screen" = "small"): string =>
  `${PICTURES_PATH}${attachmentId}${size === "screen" ? "?size=screen" : ""}`;
