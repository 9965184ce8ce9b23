/**
 * Stands in built files where the server's own address belongs, which is known only when it starts: social pictures,
 * canonical links and the sitemap must name it whole.
 */
export const ORIGIN_MARK = "%ORIGIN%";
