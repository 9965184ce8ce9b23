import { z } from "zod";
import { EXPORT_FORMATS } from "../../lib/export-formats.ts";
import { QUEUES } from "../../lib/queues.ts";
import { day, getPage, id, moment, nothing, paginationOptions } from "../../lib/schemas.ts";
import { VISIBILITIES } from "../../lib/visibility-levels.ts";
import { toIssue } from "../../lib/words/message.ts";
import { user } from "../account/schema.ts";
import { EXPORT_TYPES } from "../programs/rules/reports.ts";
import {
  ADMIN_MESSAGES,
  ADMIN_TABLES,
  type AdminTable,
  hasVersionDecimals,
  MAX_VERSION,
  PROGRAM_NAME_LENGTH,
  SEARCH_LENGTH,
} from "./rules.ts";

/** The fields of the edit dialog; omitted ones stay as they are. */
export const programEdit = z.object({
  programId: id,
  name: z.string().trim().min(1, toIssue(ADMIN_MESSAGES.nameRequired)).max(PROGRAM_NAME_LENGTH).optional(),
  version: z
    .number()
    .min(0)
    .max(MAX_VERSION)
    .refine(hasVersionDecimals, toIssue(ADMIN_MESSAGES.versionDecimals))
    .optional(),
  isPublic: z.boolean().optional(),
  isActive: z.boolean().optional(),
  isOfficial: z.boolean().optional(),
});

const onTable = z.object({ table: z.enum(ADMIN_TABLES) });

const listArgs = z.object({
  paginationOpts: paginationOptions,
  search: z.string().trim().max(SEARCH_LENGTH).optional(),
});

/** The fields of every row: its id and creation time. */
const row = { _id: id, _creationTime: moment };

/**
 * For rows that are, or belong to, a private or an encrypted note (or are a private comment). The server sends none of
 * their text: it is null, and the screen shows "Hidden".
 */
const mayHide = { isHidden: z.boolean() };

const userRow = z.strictObject({
  ...row,
  name: z.string(),
  email: z.string(),
  externalAuthId: z.string(),
  isAdmin: z.boolean(),
  isSuperAdmin: z.boolean(),
  /** An administrator has closed the account. */
  isClosed: z.boolean(),
});
export type UserRow = z.output<typeof userRow>;

const diaryRow = z.strictObject({
  ...row,
  name: z.string(),
  description: z.string(),
  shortId: z.string(),
  creatorName: z.string(),
  region: z.string(),
  isArchived: z.boolean(),
});
export type DiaryRow = z.output<typeof diaryRow>;

const noteRow = z.strictObject({
  ...row,
  ...mayHide,
  /** Null when hidden. */
  title: z.string().nullable(),
  /** The first 100 characters; null when hidden. */
  content: z.string().nullable(),
  diaryName: z.string(),
  shortId: z.string(),
  creatorName: z.string(),
  visibility: z.enum(VISIBILITIES),
  /** `YYYY-MM-DD` */
  noteDay: day,
  noteDate: moment,
});
export type NoteRow = z.output<typeof noteRow>;

const noteTypeRow = z.strictObject({
  ...row,
  typeId: z.string(),
  name: z.string(),
  icon: z.string(),
  description: z.string(),
  isActive: z.boolean(),
  requiresAI: z.boolean(),
  version: z.number(),
});
export type NoteTypeRow = z.output<typeof noteTypeRow>;

const attachmentRow = z.strictObject({
  ...row,
  ...mayHide,
  /** The note's title; null when hidden. */
  filename: z.string().nullable(),
  mimeType: z.string(),
  diaryName: z.string(),
  noteTitle: z.string().nullable(),
  sizeBytes: z.number(),
  uploaderName: z.string(),
  /** The name of the stored file in any storage; null for a file of a former system ("Legacy"). */
  gcsObjectName: z.string().nullable(),
});
export type AttachmentRow = z.output<typeof attachmentRow>;

const taskRow = z.strictObject({
  ...row,
  ...mayHide,
  title: z.string().nullable(),
  description: z.string().nullable(),
  diaryName: z.string(),
  assigneeName: z.string().nullable(),
  status: z.string(),
  dueDate: moment.nullable(),
  creatorName: z.string(),
});
export type TaskRow = z.output<typeof taskRow>;

const commentRow = z.strictObject({
  ...row,
  ...mayHide,
  content: z.string().nullable(),
  diaryName: z.string(),
  targetType: z.enum(["note", "task", "program"]),
  authorName: z.string(),
  visibility: z.enum(VISIBILITIES),
});
export type CommentRow = z.output<typeof commentRow>;

const memberRow = z.strictObject({
  ...row,
  userName: z.string(),
  userEmail: z.string(),
  diaryName: z.string(),
  role: z.string(),
  inviterName: z.string().nullable(),
  joinedAt: moment,
});
export type MemberRow = z.output<typeof memberRow>;

const invitationRow = z.strictObject({
  ...row,
  /** "" for a link without an address. */
  email: z.string(),
  diaryName: z.string(),
  role: z.string(),
  inviterName: z.string(),
  /** A cancelled invitation is deleted. */
  status: z.enum(["pending", "accepted", "declined", "expired"]),
  expiresAt: moment,
});
export type InvitationRow = z.output<typeof invitationRow>;

const programRow = z.strictObject({
  ...row,
  name: z.string(),
  shortId: z.string(),
  category: z.string(),
  /** Null for the programs of the product. */
  creatorName: z.string().nullable(),
  isActive: z.boolean(),
  isPublic: z.boolean(),
  isOfficial: z.boolean(),
  version: z.number(),
  /** When it was first made public. */
  publishedAt: moment.nullable(),
});
export type ProgramRow = z.output<typeof programRow>;

const diaryProgramRow = z.strictObject({
  ...row,
  ...mayHide,
  diaryName: z.string(),
  programName: z.string().nullable(),
  baselineEventName: z.string().nullable(),
  baselineDate: moment,
  status: z.string(),
  pausedUntil: moment.nullable(),
  activatorName: z.string(),
  activatedAt: moment,
});
export type DiaryProgramRow = z.output<typeof diaryProgramRow>;

const phaseProgressRow = z.strictObject({
  ...row,
  ...mayHide,
  phaseId: z.string().nullable(),
  phaseTitle: z.string().nullable(),
  diaryName: z.string(),
  programName: z.string().nullable(),
  status: z.string(),
  milestoneReached: z.boolean(),
  /** 0 to 100. */
  adherencePercentage: z.number(),
  activitiesCompleted: z.number(),
  activitiesTotal: z.number(),
  startDate: moment,
  endDate: moment,
});
export type PhaseProgressRow = z.output<typeof phaseProgressRow>;

const activityActivationRow = z.strictObject({
  ...row,
  ...mayHide,
  activityTitle: z.string().nullable(),
  activityTemplateId: z.string().nullable(),
  diaryName: z.string(),
  programName: z.string().nullable(),
  phaseId: z.string().nullable(),
  isRecurring: z.boolean(),
  recurrence: z.unknown(),
  /** Such as "3 times per day"; empty for a one-time activity, null where the program is hidden. */
  frequencyText: z.string().nullable(),
  assigneeName: z.string().nullable(),
  isActive: z.boolean(),
  pausedUntil: moment.nullable(),
  deactivatedAt: moment.nullable(),
  startDate: moment,
});
export type ActivityActivationRow = z.output<typeof activityActivationRow>;

const programExportRow = z.strictObject({
  ...row,
  ...mayHide,
  exportType: z.enum(EXPORT_TYPES),
  diaryName: z.string(),
  programName: z.string().nullable(),
  format: z.enum(EXPORT_FORMATS),
  /** Null for the program's own first and last day. */
  rangeStart: moment.nullable(),
  rangeEnd: moment.nullable(),
  generatorName: z.string(),
  downloadCount: z.number(),
  expiresAt: moment,
  generatedAt: moment.nullable(),
});
export type ProgramExportRow = z.output<typeof programExportRow>;

const auditEventRow = z.strictObject({
  ...row,
  eventType: z.string(),
  diaryName: z.string().nullable(),
  /** Null for the operator on the command line, and for a deleted account. */
  actorName: z.string().nullable(),
  targetType: z.string(),
  targetId: z.string(),
  details: z.record(z.string(), z.unknown()),
});
export type AuditEventRow = z.output<typeof auditEventRow>;

/** The number of rows of each table, and their sum. */
const adminStats = z.strictObject({
  ...(Object.fromEntries(ADMIN_TABLES.map((table) => [table, z.number()] as const)) as Record<
    AdminTable,
    z.ZodNumber
  >),
  totalDocuments: z.number(),
});
export type AdminStats = z.output<typeof adminStats>;

export const getAdminStatus = {
  args: z.object({}),
  returns: z.strictObject({ isAdmin: z.boolean(), isSuperAdmin: z.boolean() }),
};

export const listAdmins = { args: z.object({}), returns: z.array(user) };

export const recordTableOpening = { args: onTable, returns: nothing };

export const updateProgramAdmin = { args: programEdit, returns: nothing };

export const claimAdministration = { args: z.object({ token: z.string().max(100) }), returns: nothing };

export const getStats = { args: z.object({}), returns: adminStats };

export const getTableCount = { args: onTable, returns: z.number() };

/** Counts end at `COUNTED_TO`. */
const figure = z.number().int().min(0);

export const getQueues = {
  args: z.object({}),
  returns: z.strictObject({
    /** When the figures were read. */
    at: moment,
    queues: z.array(
      z.strictObject({
        queue: z.enum(QUEUES),
        /** Due and not done. */
        waiting: figure,
        /** For how many seconds the oldest item has been due. */
        oldestSeconds: z.number(),
        /** Planned for later; null for queues that don't know it. */
        later: figure.nullable(),
        /** Failed, with another attempt planned. */
        failing: figure,
        /** Given up in the last day. */
        failedInDay: figure,
        /** The last success; of the reminders of tasks, the end of their planned time. */
        lastSuccess: moment.nullable(),
      }),
    ),
    /** Addresses of people without an account that want no letters. */
    blockedAddresses: figure,
  }),
};

const list = <Row extends z.ZodType>(shown: Row) => ({ args: listArgs, returns: getPage(shown) });

export const listUsers = list(userRow);
export const listDiaries = list(diaryRow);
export const listNotes = list(noteRow);
export const listNoteTypes = list(noteTypeRow);
export const listAttachments = list(attachmentRow);
export const listTasks = list(taskRow);
export const listComments = list(commentRow);
export const listMembers = list(memberRow);
export const listInvitations = list(invitationRow);
export const listPrograms = list(programRow);
export const listDiaryPrograms = list(diaryProgramRow);
export const listPhaseProgress = list(phaseProgressRow);
export const listActivityActivations = list(activityActivationRow);
export const listProgramExports = list(programExportRow);
export const listAuditEvents = list(auditEventRow);
