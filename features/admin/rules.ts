import type { Message } from "../../lib/words/message.ts";
/** The tables of the back-office (workspace 2.8), by the keys of their counts. */
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

/** Rows per page, also for each "Load More" (workspace 9). */
export const ADMIN_PAGE_SIZE = 20;
/** Characters of a note's text that its row shows (workspace 9). */
export const CONTENT_PREVIEW = 100;
/** The longest search text, in characters. */
export const SEARCH_LENGTH = 100;

/**
 * For how long an administrator may list a table after opening it with `admin.recordTableOpening`, which writes the
 * audit event. Outside this time a new list is refused with the code `not-opened`; a shown list stays live.
 */
export const OPENING_HOURS = 12;
export const NOT_OPENED = "not-opened";

export const ADMIN_MESSAGES = {
  firstAdminLinkOver: { key: "adminrules.firstAdminLinkOver" },
  notOpened: { key: "adminrules.notOpened" },
  hidden: { key: "adminrules.hidden" },
  updateFailed: { key: "adminrules.updateFailed" },
  downloadFailed: { key: "adminrules.downloadFailed" },
  programMissing: { key: "adminrules.programMissing" },
  nameRequired: { key: "adminrules.nameRequired" },
  libraryProgram: { key: "adminrules.libraryProgram" },
  ourProgram: { key: "adminrules.ourProgram" },
  versionDecimals: { key: "adminrules.versionDecimals" },
} as const satisfies Record<string, Message>;

/** The page of the link that makes the first person an administrator; the link's secret follows. */
export const FIRST_ADMIN_PATH = "/first-administrator";

/** Limits of an edited program's name and version; a version has at most three decimals. */
export const PROGRAM_NAME_LENGTH = 200;
export const MAX_VERSION = 999_999;
export const VERSION_STEP = 0.1;

/**
 * Whether a version has at most the allowed number of decimals. Separate from the schema, which browsers don't load.
 */
export const hasVersionDecimals = (version: number): boolean =>
  Math.abs(Math.round(version * 1000) - version * 1000) < 1e-6;
