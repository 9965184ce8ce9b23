/** The formats of files that the server makes of a notebook's content. */
export const EXPORT_FORMATS = ["pdf", "json", "csv"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];
