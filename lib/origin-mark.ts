/**
 * Placeholder in built files for the server's own address, which is known only when the server starts: social
 * pictures, canonical links and the sitemap need absolute addresses.
 */
export const ORIGIN_MARK = "%ORIGIN%";
