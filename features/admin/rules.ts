/** The tables of the back-office (workspace 2.8), by the names that their counts have. */
export const ADMIN_TABLES = [
  "users",
  "diaries",
  "notes",
  "noteTypes",
  "attachments",
  "tasks",
  "comments",
  "members",
  "invitations",
  "programs",
  "diaryPrograms",
  "phaseProgress",
  "activityActivations",
  "programExports",
  "auditEvents",
] as const;
export type AdminTable = (typeof ADMIN_TABLES)[number];

/** What a table shows at first and with each "Load More" (workspace 9). */
export const ADMIN_PAGE_SIZE = 20;
/** How much of a note's text its row has, in characters (workspace 9). */
export const CONTENT_PREVIEW = 100;
/** Characters of what may be searched for. */
export const SEARCH_LENGTH = 100;

/**
 * A list answers an administrator for so long after they opened its table with `admin.recordTableOpening`, which writes
 * the audit event; before that and later it is refused with the code `not-opened`. A table that stays on screen goes on.
 */
export const OPENING_HOURS = 12;
export const NOT_OPENED = "not-opened";

export const ADMIN_MESSAGES = {
  notOpened: "Open this table first",
  hidden: "Hidden",
  updateFailed: "Failed to update program",
  downloadFailed: "Failed to download attachment",
  programMissing: "Program not found",
  nameRequired: "Program name is required",
  libraryProgram: "A program of the library has to be public or official",
  ourProgram: "This program comes with the product and stays official",
} as const;

/** What an edited program may be named and numbered; a version has at most three decimals. */
export const PROGRAM_NAME_LENGTH = 200;
export const MAX_VERSION = 999_999;
export const VERSION_STEP = 0.1;

/** Whether a version has no more decimals than one may have. Beside the schema, which a browser does without. */
export const hasVersionDecimals = (version: number): boolean =>
  Math.abs(Math.round(version * 1000) - version * 1000) < 1e-6;
