/** The path of signed links to files on this server: `/api/files/<link>`. */
export const FILES_PATH = "/api/files/";
