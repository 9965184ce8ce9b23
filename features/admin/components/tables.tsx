import { api } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { ROLES } from "../../../lib/roles.ts";
import { getAdminSize } from "../../../lib/sizes.ts";
import { getRoleName } from "../../notebooks/rules/roles.ts";
import { noteIcon } from "../../notes/rules.ts";
import type { TableDefinition } from "../client/columns.ts";
import { defineTable } from "../client/columns.ts";
import type { AttachmentRow, ProgramExportRow } from "../schema.ts";
import { AuditDetails } from "./audit-details.tsx";
import styles from "./cells.module.css";
import {
  activity,
  Bar,
  Code,
  created,
  dated,
  day,
  Fallback,
  Hidden,
  hideable,
  Mark,
  Marks,
  moment,
  None,
  named,
  notebook,
  rank,
  status,
  visibility,
  words,
  YesNo,
} from "./cells.tsx";
import { DownloadAttachment } from "./download-attachment.tsx";
import { EditProgram } from "./edit-program.tsx";
import { TargetId } from "./target-id.tsx";

const USERS = defineTable("users", api.adminDb.listUsers, [
  { heading: "Name", cell: (row) => named(row.name) },
  { heading: "Email", cell: (row) => row.email, kind: "id" },
  { heading: "External auth ID", cell: (row) => <Code>{row.externalAuthId}</Code>, kind: "id" },
  { heading: "Role", cell: rank },
  { heading: "Created", cell: created },
]);

const NOTEBOOKS = defineTable("care", api.adminDb.listDiaries, [
  { heading: "Name", cell: (row) => named(row.name, "Unknown Notebook") },
  { heading: "Description", cell: (row) => words(row.description), kind: "long" },
  { heading: "Short ID", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "Creator", cell: (row) => named(row.creatorName) },
  { heading: "Region", cell: (row) => words(row.region) },
  {
    heading: "Status",
    cell: (row) => (row.isArchived ? <Mark tone="amber">ARCHIVED</Mark> : activity(true)),
  },
  { heading: "Created", cell: created },
]);

const NOTES = defineTable("notes", api.adminDb.listNotes, [
  { heading: "Title", cell: (row) => hideable(row, row.title) },
  {
    heading: "Content",
    cell: (row) => (row.isHidden && row.content === null ? <Hidden /> : words(row.content)),
    kind: "long",
  },
  { heading: "Notebook", cell: notebook, kind: "name" },
  // The specification wants the short id in this column.
  { heading: "Type", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "Creator", cell: (row) => named(row.creatorName) },
  { heading: "Visibility", cell: (row) => visibility(row.visibility) },
  { heading: "Note date", cell: (row) => shortDay(row.noteDay) },
  { heading: "Created", cell: created },
]);

const NOTE_TYPES = defineTable("note-types", api.adminDb.listNoteTypes, [
  { heading: "Type ID", cell: (row) => <Code>{row.typeId}</Code> },
  { heading: "Name", cell: (row) => named(row.name) },
  {
    heading: "Icon",
    cell: (row) => (
      <>
        <span aria-hidden="true">{noteIcon(row.icon)}</span> {row.icon}
      </>
    ),
  },
  { heading: "Description", cell: (row) => words(row.description), kind: "long" },
  {
    heading: "Status",
    cell: (row) => (
      <Marks>
        {activity(row.isActive)}
        {row.requiresAI && <Mark tone="teal">AI</Mark>}
      </Marks>
    ),
  },
  { heading: "Version", cell: (row) => `v${row.version}` },
]);

const ATTACHMENTS = defineTable("attachments", api.adminDb.listAttachments, [
  { heading: "Filename", cell: (row) => hideable(row, row.filename) },
  { heading: "MIME type", cell: (row) => <Code>{row.mimeType}</Code> },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Note", cell: (row) => hideable(row, row.noteTitle) },
  { heading: "Size", cell: (row) => getAdminSize(row.sizeBytes), kind: "number" },
  { heading: "Uploader", cell: (row) => named(row.uploaderName) },
  { heading: "Created", cell: created },
  { heading: "Storage", cell: storage },
  {
    heading: "Actions",
    cell: (row) => (row.gcsObjectName === null ? <None /> : <DownloadAttachment attachment={row} />),
  },
]);

/** Where the file is stored: in this system or in a former one; nothing for a hidden file. */
function storage({ gcsObjectName, isHidden }: AttachmentRow) {
  if (gcsObjectName !== null) return <Mark tone="teal">GCS</Mark>;
  return isHidden ? <Hidden /> : <Mark>Legacy</Mark>;
}

const TASKS = defineTable("tasks", api.adminDb.listTasks, [
  { heading: "Title", cell: (row) => hideable(row, row.title) },
  {
    heading: "Description",
    cell: (row) => (row.isHidden && row.description === null ? <Hidden /> : words(row.description)),
    kind: "long",
  },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Assignee", cell: (row) => named(row.assigneeName, "Unassigned") },
  { heading: "Status", cell: (row) => status(row.status) },
  { heading: "Due date", cell: (row) => moment(row.dueDate, <Fallback>No due date</Fallback>) },
  { heading: "Created by", cell: (row) => named(row.creatorName) },
]);

const COMMENTS = defineTable("comments", api.adminDb.listComments, [
  { heading: "Content", cell: (row) => hideable(row, row.content), kind: "long" },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Target type", cell: (row) => <Mark>{row.targetType}</Mark> },
  { heading: "Author", cell: (row) => named(row.authorName) },
  { heading: "Visibility", cell: (row) => visibility(row.visibility) },
]);

/** The name of a role. */
function role(name: string) {
  const known = ROLES.find((one) => one === name);
  return <Mark>{known ? getRoleName(known) : name}</Mark>;
}

const MEMBERS = defineTable("members", api.adminDb.listMembers, [
  {
    heading: "User",
    cell: (row) => (
      <>
        {named(row.userName, "Unknown User")}
        <span className={styles.below}>{row.userEmail}</span>
      </>
    ),
  },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Role", cell: (row) => role(row.role) },
  { heading: "Invited by", cell: (row) => named(row.inviterName, "Self-created") },
  { heading: "Joined at", cell: (row) => moment(row.joinedAt) },
]);

const INVITATIONS = defineTable("invitations", api.adminDb.listInvitations, [
  { heading: "Email", cell: (row) => row.email || "By link" },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Role", cell: (row) => role(row.role) },
  { heading: "Inviter", cell: (row) => named(row.inviterName) },
  { heading: "Status", cell: (row) => status(row.status) },
  { heading: "Expires", cell: (row) => moment(row.expiresAt) },
  { heading: "Created", cell: created },
]);

const PROGRAMS = defineTable("programs", api.adminDb.listPrograms, [
  { heading: "Name", cell: (row) => named(row.name, "Untitled") },
  { heading: "Short ID", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "Category", cell: (row) => words(row.category) },
  {
    heading: "Creator",
    // Programs without an uploader come with the product.
    cell: (row) => (row.creatorName === null ? <Fallback>{PRODUCT_NAME}</Fallback> : named(row.creatorName)),
  },
  {
    heading: "Status",
    cell: (row) => (
      <Marks>
        {activity(row.isActive)}
        {row.isPublic && <Mark tone="teal">PUBLIC</Mark>}
        {row.isOfficial && <Mark tone="amber">OFFICIAL</Mark>}
      </Marks>
    ),
  },
  {
    heading: "Version",
    cell: (row) => (row.version % 1 ? row.version : row.version.toFixed(1)),
    kind: "number",
  },
  { heading: "Published", cell: (row) => day(row.publishedAt) },
  { heading: "Actions", cell: (row) => <EditProgram program={row} /> },
]);

const NOTEBOOK_PROGRAMS = defineTable("diary-programs", api.adminDb.listDiaryPrograms, [
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  {
    heading: "Baseline event",
    cell: (row) =>
      row.isHidden && row.baselineEventName === null ? <Hidden /> : words(row.baselineEventName),
  },
  { heading: "Baseline date", cell: (row) => day(row.baselineDate) },
  { heading: "Status", cell: (row) => status(row.status) },
  { heading: "Paused until", cell: (row) => day(row.pausedUntil) },
  { heading: "Activator", cell: (row) => named(row.activatorName) },
  { heading: "Activated", cell: (row) => moment(row.activatedAt) },
]);

const PHASE_PROGRESS = defineTable("phase-progress", api.adminDb.listPhaseProgress, [
  { heading: "Phase title", cell: (row) => hideable(row, row.phaseTitle) },
  { heading: "Phase ID", cell: (row) => (row.phaseId === null ? <Hidden /> : <Code>{row.phaseId}</Code>) },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  { heading: "Status", cell: (row) => status(row.status) },
  {
    heading: "Milestone",
    cell: (row) => <YesNo is={row.milestoneReached} yes="Reached" no="Not reached" />,
  },
  { heading: "Adherence", cell: (row) => <Bar percent={row.adherencePercentage} label="Adherence" /> },
  {
    heading: "Activities",
    cell: (row) => `${row.activitiesCompleted}/${row.activitiesTotal}`,
    kind: "number",
  },
  { heading: "Start date", cell: (row) => day(row.startDate) },
  { heading: "End date", cell: (row) => day(row.endDate) },
]);

const id = (text: string | null) => (text === null ? <Hidden /> : <Code>{text}</Code>);

const ACTIVITY_ACTIVATIONS = defineTable("activity-activations", api.adminDb.listActivityActivations, [
  { heading: "Activity title", cell: (row) => hideable(row, row.activityTitle) },
  { heading: "Template ID", cell: (row) => id(row.activityTemplateId) },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  { heading: "Phase ID", cell: (row) => id(row.phaseId) },
  {
    heading: "Frequency",
    cell: (row) => (row.isHidden ? <Hidden /> : (row.isRecurring && row.frequencyText) || "Once"),
  },
  { heading: "Assignee", cell: (row) => named(row.assigneeName, "Unassigned") },
  {
    heading: "Status",
    cell: (row) => (
      <>
        {activity(row.isActive)}
        {dated("Paused until", row.pausedUntil)}
        {dated("Ended", row.deactivatedAt)}
      </>
    ),
  },
  { heading: "Start date", cell: (row) => day(row.startDate) },
]);

const PROGRAM_EXPORTS = defineTable("program-exports", api.adminDb.listProgramExports, [
  { heading: "Export type", cell: (row) => <Code>{row.exportType}</Code> },
  { heading: "Notebook", cell: notebook, kind: "name" },
  { heading: "Program", cell: (row) => hideable(row, row.programName) },
  { heading: "Format", cell: (row) => <Mark>{row.format}</Mark> },
  { heading: "Date range", cell: range },
  { heading: "Generated by", cell: (row) => named(row.generatorName) },
  { heading: "Downloads", cell: (row) => row.downloadCount, kind: "number" },
  { heading: "Expires", cell: (row) => moment(row.expiresAt) },
  { heading: "Generated", cell: (row) => moment(row.generatedAt, <>Not yet</>) },
]);

/** The requested days; without one, the program's own first or last day. */
function range({ rangeStart, rangeEnd }: ProgramExportRow): string {
  if (rangeStart !== null && rangeEnd !== null)
    return `${formatShortDate(rangeStart)} – ${formatShortDate(rangeEnd)}`;
  if (rangeStart !== null) return `From ${formatShortDate(rangeStart)}`;
  return rangeEnd === null ? "The whole program" : `Until ${formatShortDate(rangeEnd)}`;
}

const AUDIT_EVENTS = defineTable("audit", api.adminDb.listAuditEvents, [
  { heading: "Event type", cell: (row) => <Code>{row.eventType}</Code> },
  // Many events don't belong to a notebook.
  { heading: "Notebook", cell: (row) => (row.diaryName === null ? <None /> : notebook(row)), kind: "name" },
  {
    heading: "Actor",
    cell: (row) => (row.actorName === null ? <Fallback>System</Fallback> : named(row.actorName)),
  },
  { heading: "Target type", cell: (row) => <Mark>{row.targetType}</Mark> },
  { heading: "Target ID", cell: (row) => <TargetId id={row.targetId} /> },
  { heading: "Details", cell: (row) => <AuditDetails details={row.details} /> },
  { heading: "Created", cell: created },
]);

/** All tables of the back-office. */
export const TABLE_DEFINITIONS: readonly TableDefinition[] = [
  USERS,
  NOTEBOOKS,
  NOTES,
  NOTE_TYPES,
  ATTACHMENTS,
  TASKS,
  COMMENTS,
  MEMBERS,
  INVITATIONS,
  PROGRAMS,
  NOTEBOOK_PROGRAMS,
  PHASE_PROGRESS,
  ACTIVITY_ACTIVATIONS,
  PROGRAM_EXPORTS,
  AUDIT_EVENTS,
];
