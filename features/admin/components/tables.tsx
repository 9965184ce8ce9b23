import { api } from "../../../lib/api.ts";
import { formatShortDate } from "../../../lib/dates/time.ts";
import { shortDay } from "../../../lib/dates/zone-day.ts";
import { PRODUCT_NAME } from "../../../lib/product.ts";
import { ROLES } from "../../../lib/roles.ts";
import { getAdminSize } from "../../../lib/sizes.ts";
import { t } from "../../../lib/words/t.ts";
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
  { heading: "admintables.personName", cell: (row) => named(row.name) },
  { heading: "admintables.email", cell: (row) => row.email, kind: "id" },
  { heading: "admintables.externalId", cell: (row) => <Code>{row.externalAuthId}</Code>, kind: "id" },
  { heading: "admintables.role", cell: rank },
  { heading: "admintables.created", cell: created },
]);

const NOTEBOOKS = defineTable("care", api.adminDb.listDiaries, [
  { heading: "admintables.name", cell: (row) => named(row.name, t("admincells.unknownNotebook")) },
  { heading: "admintables.description", cell: (row) => words(row.description), kind: "long" },
  { heading: "admintables.shortId", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "admintables.creator", cell: (row) => named(row.creatorName) },
  { heading: "admintables.region", cell: (row) => words(row.region) },
  {
    heading: "admintables.status",
    cell: (row) => (row.isArchived ? <Mark tone="amber">{t("admintables.archived")}</Mark> : activity(true)),
  },
  { heading: "admintables.created", cell: created },
]);

const NOTES = defineTable("notes", api.adminDb.listNotes, [
  { heading: "admintables.title", cell: (row) => hideable(row, row.title) },
  {
    heading: "admintables.content",
    cell: (row) => (row.isHidden && row.content === null ? <Hidden /> : words(row.content)),
    kind: "long",
  },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  // The specification wants the short id in this column.
  { heading: "admintables.type", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "admintables.creator", cell: (row) => named(row.creatorName) },
  { heading: "admintables.visibility", cell: (row) => visibility(row.visibility) },
  { heading: "admintables.noteDate", cell: (row) => shortDay(row.noteDay) },
  { heading: "admintables.created", cell: created },
]);

const NOTE_TYPES = defineTable("note-types", api.adminDb.listNoteTypes, [
  { heading: "admintables.typeId", cell: (row) => <Code>{row.typeId}</Code> },
  { heading: "admintables.name", cell: (row) => named(row.name) },
  {
    heading: "admintables.icon",
    cell: (row) => (
      <>
        <span aria-hidden="true">{noteIcon(row.icon)}</span> {row.icon}
      </>
    ),
  },
  { heading: "admintables.description", cell: (row) => words(row.description), kind: "long" },
  {
    heading: "admintables.status",
    cell: (row) => (
      <Marks>
        {activity(row.isActive)}
        {row.requiresAI && <Mark tone="teal">{t("admintables.ai")}</Mark>}
      </Marks>
    ),
  },
  { heading: "admintables.version", cell: (row) => `v${row.version}` },
]);

const ATTACHMENTS = defineTable("attachments", api.adminDb.listAttachments, [
  { heading: "admintables.filename", cell: (row) => hideable(row, row.filename) },
  { heading: "admintables.mimeType", cell: (row) => <Code>{row.mimeType}</Code> },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.note", cell: (row) => hideable(row, row.noteTitle) },
  { heading: "admintables.size", cell: (row) => getAdminSize(row.sizeBytes), kind: "number" },
  { heading: "admintables.uploader", cell: (row) => named(row.uploaderName) },
  { heading: "admintables.created", cell: created },
  { heading: "admintables.storage", cell: storage },
  {
    heading: "admintables.actions",
    cell: (row) => (row.gcsObjectName === null ? <None /> : <DownloadAttachment attachment={row} />),
  },
]);

/** Where the file is stored: in this system or in a former one; nothing for a hidden file. */
function storage({ gcsObjectName, isHidden }: AttachmentRow) {
  if (gcsObjectName !== null) return <Mark tone="teal">GCS</Mark>;
  return isHidden ? <Hidden /> : <Mark>{t("admintables.legacy")}</Mark>;
}

const TASKS = defineTable("tasks", api.adminDb.listTasks, [
  { heading: "admintables.title", cell: (row) => hideable(row, row.title) },
  {
    heading: "admintables.description",
    cell: (row) => (row.isHidden && row.description === null ? <Hidden /> : words(row.description)),
    kind: "long",
  },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.assignee", cell: (row) => named(row.assigneeName, t("admintables.unassigned")) },
  { heading: "admintables.status", cell: (row) => status(row.status) },
  {
    heading: "admintables.dueDate",
    cell: (row) => moment(row.dueDate, <Fallback>{t("admintables.noDueDate")}</Fallback>),
  },
  { heading: "admintables.createdBy", cell: (row) => named(row.creatorName) },
]);

const COMMENTS = defineTable("comments", api.adminDb.listComments, [
  { heading: "admintables.content", cell: (row) => hideable(row, row.content), kind: "long" },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.targetType", cell: (row) => <Mark>{row.targetType}</Mark> },
  { heading: "admintables.author", cell: (row) => named(row.authorName) },
  { heading: "admintables.visibility", cell: (row) => visibility(row.visibility) },
]);

/** The name of a role. */
function role(name: string) {
  const known = ROLES.find((one) => one === name);
  return <Mark>{known ? getRoleName(known) : name}</Mark>;
}

const MEMBERS = defineTable("members", api.adminDb.listMembers, [
  {
    heading: "admintables.user",
    cell: (row) => (
      <>
        {named(row.userName, t("admintables.unknownUser"))}
        <span className={styles.below}>{row.userEmail}</span>
      </>
    ),
  },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.role", cell: (row) => role(row.role) },
  { heading: "admintables.invitedBy", cell: (row) => named(row.inviterName, t("admintables.selfCreated")) },
  { heading: "admintables.joinedAt", cell: (row) => moment(row.joinedAt) },
]);

const INVITATIONS = defineTable("invitations", api.adminDb.listInvitations, [
  { heading: "admintables.email", cell: (row) => row.email || t("admintables.byLink") },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.role", cell: (row) => role(row.role) },
  { heading: "admintables.inviter", cell: (row) => named(row.inviterName) },
  { heading: "admintables.status", cell: (row) => status(row.status) },
  { heading: "admintables.expires", cell: (row) => moment(row.expiresAt) },
  { heading: "admintables.created", cell: created },
]);

const PROGRAMS = defineTable("programs", api.adminDb.listPrograms, [
  { heading: "admintables.name", cell: (row) => named(row.name, t("admincells.untitled")) },
  { heading: "admintables.shortId", cell: (row) => <Code>{row.shortId}</Code> },
  { heading: "admintables.category", cell: (row) => words(row.category) },
  {
    heading: "admintables.creator",
    // Programs without an uploader come with the product.
    cell: (row) => (row.creatorName === null ? <Fallback>{PRODUCT_NAME}</Fallback> : named(row.creatorName)),
  },
  {
    heading: "admintables.status",
    cell: (row) => (
      <Marks>
        {activity(row.isActive)}
        {row.isPublic && <Mark tone="teal">{t("admintables.public")}</Mark>}
        {row.isOfficial && <Mark tone="amber">{t("admintables.official")}</Mark>}
      </Marks>
    ),
  },
  {
    heading: "admintables.version",
    cell: (row) => (row.version % 1 ? row.version : row.version.toFixed(1)),
    kind: "number",
  },
  { heading: "admintables.published", cell: (row) => day(row.publishedAt) },
  { heading: "admintables.actions", cell: (row) => <EditProgram program={row} /> },
]);

const NOTEBOOK_PROGRAMS = defineTable("diary-programs", api.adminDb.listDiaryPrograms, [
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.program", cell: (row) => hideable(row, row.programName) },
  {
    heading: "admintables.baselineEvent",
    cell: (row) =>
      row.isHidden && row.baselineEventName === null ? <Hidden /> : words(row.baselineEventName),
  },
  { heading: "admintables.baselineDate", cell: (row) => day(row.baselineDate) },
  { heading: "admintables.status", cell: (row) => status(row.status) },
  { heading: "admintables.pausedUntil", cell: (row) => day(row.pausedUntil) },
  { heading: "admintables.activator", cell: (row) => named(row.activatorName) },
  { heading: "admintables.activated", cell: (row) => moment(row.activatedAt) },
]);

const PHASE_PROGRESS = defineTable("phase-progress", api.adminDb.listPhaseProgress, [
  { heading: "admintables.phaseTitle", cell: (row) => hideable(row, row.phaseTitle) },
  {
    heading: "admintables.phaseId",
    cell: (row) => (row.phaseId === null ? <Hidden /> : <Code>{row.phaseId}</Code>),
  },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.program", cell: (row) => hideable(row, row.programName) },
  { heading: "admintables.status", cell: (row) => status(row.status) },
  {
    heading: "admintables.milestone",
    cell: (row) => (
      <YesNo is={row.milestoneReached} yes={t("admintables.reached")} no={t("admintables.notReached")} />
    ),
  },
  {
    heading: "admintables.adherence",
    cell: (row) => <Bar percent={row.adherencePercentage} label={t("admintables.adherence")} />,
  },
  {
    heading: "admintables.activities",
    cell: (row) => `${row.activitiesCompleted}/${row.activitiesTotal}`,
    kind: "number",
  },
  { heading: "admintables.startDate", cell: (row) => day(row.startDate) },
  { heading: "admintables.endDate", cell: (row) => day(row.endDate) },
]);

const id = (text: string | null) => (text === null ? <Hidden /> : <Code>{text}</Code>);

const ACTIVITY_ACTIVATIONS = defineTable("activity-activations", api.adminDb.listActivityActivations, [
  { heading: "admintables.activityTitle", cell: (row) => hideable(row, row.activityTitle) },
  { heading: "admintables.templateId", cell: (row) => id(row.activityTemplateId) },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.program", cell: (row) => hideable(row, row.programName) },
  { heading: "admintables.phaseId", cell: (row) => id(row.phaseId) },
  {
    heading: "admintables.frequency",
    cell: (row) =>
      row.isHidden ? <Hidden /> : (row.isRecurring && row.frequencyText) || t("admintables.once"),
  },
  { heading: "admintables.assignee", cell: (row) => named(row.assigneeName, t("admintables.unassigned")) },
  {
    heading: "admintables.status",
    cell: (row) => (
      <>
        {activity(row.isActive)}
        {dated("admintables.pausedUntilDay", row.pausedUntil)}
        {dated("admintables.endedOn", row.deactivatedAt)}
      </>
    ),
  },
  { heading: "admintables.startDate", cell: (row) => day(row.startDate) },
]);

const PROGRAM_EXPORTS = defineTable("program-exports", api.adminDb.listProgramExports, [
  { heading: "admintables.exportType", cell: (row) => <Code>{row.exportType}</Code> },
  { heading: "admintables.notebook", cell: notebook, kind: "name" },
  { heading: "admintables.program", cell: (row) => hideable(row, row.programName) },
  { heading: "admintables.format", cell: (row) => <Mark>{row.format}</Mark> },
  { heading: "admintables.dateRange", cell: range },
  { heading: "admintables.generatedBy", cell: (row) => named(row.generatorName) },
  { heading: "admintables.downloads", cell: (row) => row.downloadCount, kind: "number" },
  { heading: "admintables.expires", cell: (row) => moment(row.expiresAt) },
  {
    heading: "admintables.generated",
    cell: (row) => moment(row.generatedAt, t("admintables.notYet")),
  },
]);

/** The requested days; without one, the program's own first or last day. */
function range({ rangeStart, rangeEnd }: ProgramExportRow): string {
  if (rangeStart !== null && rangeEnd !== null)
    return `${formatShortDate(rangeStart)} – ${formatShortDate(rangeEnd)}`;
  if (rangeStart !== null) return t("admintables.fromDay", { day: formatShortDate(rangeStart) });
  return rangeEnd === null
    ? t("admintables.wholeProgram")
    : t("admintables.untilDay", { day: formatShortDate(rangeEnd) });
}

const AUDIT_EVENTS = defineTable("audit", api.adminDb.listAuditEvents, [
  { heading: "admintables.eventType", cell: (row) => <Code>{row.eventType}</Code> },
  // Many events don't belong to a notebook.
  {
    heading: "admintables.notebook",
    cell: (row) => (row.diaryName === null ? <None /> : notebook(row)),
    kind: "name",
  },
  {
    heading: "admintables.actor",
    cell: (row) =>
      row.actorName === null ? <Fallback>{t("admintables.system")}</Fallback> : named(row.actorName),
  },
  { heading: "admintables.targetType", cell: (row) => <Mark>{row.targetType}</Mark> },
  { heading: "admintables.targetId", cell: (row) => <TargetId id={row.targetId} /> },
  { heading: "admintables.details", cell: (row) => <AuditDetails details={row.details} /> },
  { heading: "admintables.created", cell: created },
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
