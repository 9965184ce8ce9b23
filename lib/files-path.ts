/** Below it are the signed links of files on this server: `/api/files/<link>`. */
export const FILES_PATH = "/api/files/";
