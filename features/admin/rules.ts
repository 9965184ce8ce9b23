import { z } from "zod";
import type { ExportFormat, ExportType } from "../exports/rules.ts";
import type { Visibility } from "../notes/rules.ts";

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
export const MOST_VERSION = 999_999;
export const VERSION_STEP = 0.1;

/** Whether a version has no more decimals than one may have. Beside the schema, which a browser does without. */
export const hasVersionDecimals = (version: number): boolean =>
  Math.abs(Math.round(version * 1000) - version * 1000) < 1e-6;

/** The fields of the edit dialog; those that aren't given stay as they are. */
export const programEdit = z.object({
  programId: z.string().max(64),
  name: z.string().trim().min(1, ADMIN_MESSAGES.nameRequired).max(PROGRAM_NAME_LENGTH).optional(),
  version: z
    .number()
    .min(0)
    .max(MOST_VERSION)
    .refine(hasVersionDecimals, { message: "The version may have at most 3 decimals" })
    .optional(),
  isPublic: z.boolean().optional(),
  isActive: z.boolean().optional(),
  isOfficial: z.boolean().optional(),
});

/** Every row: its id and when it was made, epoch ms. All times below are epoch ms. */
type Row = { _id: string; _creationTime: number };

/**
 * A row that is, or hangs on, a private or an encrypted note (or is a private comment). The server sends none of its
 * words: they are null, and the screen says "Hidden".
 */
type MayHide = { isHidden: boolean };

/** Whether a note's words, and those of what hangs on it, are kept from administrators. */
export const isHiddenFromAdmins = (note: { visibility: string; is_encrypted: boolean }): boolean =>
  note.visibility === "private" || note.is_encrypted;

export type UserRow = Row & {
  name: string;
  email: string;
  externalAuthId: string;
  isAdmin: boolean;
  isSuperAdmin: boolean;
};

export type DiaryRow = Row & {
  name: string;
  description: string;
  shortId: string;
  creatorName: string;
  region: string;
  isArchived: boolean;
};

export type NoteRow = Row &
  MayHide & {
    /** Null when hidden. */
    title: string | null;
    /** The first 100 characters; null when hidden. */
    content: string | null;
    diaryName: string;
    shortId: string;
    creatorName: string;
    visibility: Visibility;
    /** `YYYY-MM-DD` */
    noteDay: string;
    noteDate: number;
  };

export type NoteTypeRow = Row & {
  typeId: string;
  name: string;
  icon: string;
  description: string;
  isActive: boolean;
  requiresAI: boolean;
  version: number;
};

export type AttachmentRow = Row &
  MayHide & {
    /** Null when hidden, as the note's title. */
    filename: string | null;
    mimeType: string;
    diaryName: string;
    noteTitle: string | null;
    sizeBytes: number;
    uploaderName: string;
    /** The name of the stored file, in whichever storage; null for one of a former system ("Legacy"). */
    gcsObjectName: string | null;
  };

export type TaskRow = Row &
  MayHide & {
    title: string | null;
    description: string | null;
    diaryName: string;
    assigneeName: string | null;
    status: string;
    dueDate: number | null;
    creatorName: string;
  };

export type CommentRow = Row &
  MayHide & {
    content: string | null;
    diaryName: string;
    targetType: "note" | "task" | "program";
    authorName: string;
    visibility: Visibility;
  };

export type MemberRow = Row & {
  userName: string;
  userEmail: string;
  diaryName: string;
  role: string;
  inviterName: string | null;
  joinedAt: number;
};

export type InvitationRow = Row & {
  email: string;
  diaryName: string;
  role: string;
  inviterName: string;
  /** Cancelled invitations leave no row. */
  status: "pending" | "accepted" | "declined" | "expired";
  expiresAt: number;
};

export type ProgramRow = Row & {
  name: string;
  shortId: string;
  category: string;
  /** Null for the library's own. */
  creatorName: string | null;
  isActive: boolean;
  isPublic: boolean;
  isOfficial: boolean;
  version: number;
  /** When it first became public. */
  publishedAt: number | null;
};

export type DiaryProgramRow = Row &
  MayHide & {
    diaryName: string;
    programName: string | null;
    baselineEventName: string | null;
    baselineDate: number;
    status: string;
    pausedUntil: number | null;
    activatorName: string;
    activatedAt: number;
  };

export type PhaseProgressRow = Row &
  MayHide & {
    phaseId: string | null;
    phaseTitle: string | null;
    diaryName: string;
    programName: string | null;
    status: string;
    milestoneReached: boolean;
    /** 0 to 100. */
    adherencePercentage: number;
    activitiesCompleted: number;
    activitiesTotal: number;
    startDate: number;
    endDate: number;
  };

export type ActivityActivationRow = Row &
  MayHide & {
    activityTitle: string | null;
    activityTemplateId: string | null;
    diaryName: string;
    programName: string | null;
    phaseId: string | null;
    isRecurring: boolean;
    recurrence: unknown;
    /** Such as "3 times per day"; empty when it happens once, null where the program is hidden. */
    frequencyText: string | null;
    assigneeName: string | null;
    isActive: boolean;
    pausedUntil: number | null;
    deactivatedAt: number | null;
    startDate: number;
  };

export type ProgramExportRow = Row &
  MayHide & {
    exportType: ExportType;
    diaryName: string;
    programName: string | null;
    format: ExportFormat;
    /** Null for the program's own first and last day. */
    rangeStart: number | null;
    rangeEnd: number | null;
    generatorName: string;
    downloadCount: number;
    expiresAt: number;
    generatedAt: number | null;
  };

export type AuditEventRow = Row & {
  eventType: string;
  diaryName: string | null;
  /** Null for the operator, by command line, and for somebody who is gone. */
  actorName: string | null;
  targetType: string;
  targetId: string;
  details: Record<string, unknown>;
};

/** How many rows each table has, and all together. */
export type AdminStats = Record<AdminTable, number> & { totalDocuments: number };
