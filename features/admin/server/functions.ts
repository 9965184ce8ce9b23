import type { z } from "zod";
import { CareError } from "../../../lib/errors.ts";
import { person, platformAdmin } from "../../../server/access/gate.ts";
import type { Page } from "../../../server/db/pages.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { ADMIN_MESSAGES, type AdminTable } from "../rules.ts";
import * as schema from "../schema.ts";
import { mayReadTable } from "./access.ts";
import * as activations from "./activation_data.ts";
import * as audits from "./audit_data.ts";
import * as counts from "./count_data.ts";
import * as data from "./data.ts";
import { becomeFirstAdmin } from "./first_admin_data.ts";
import type { TableList } from "./page_data.ts";
import * as people from "./people_data.ts";
import * as programs from "./program_data.ts";
import * as records from "./record_data.ts";

/** Whether the caller is an administrator; for the header and the admin area. */
export const getAdminStatus = query({
  ...schema.getAdminStatus,
  access: person(),
  handler: async ({ access: { isAdmin, isSuperAdmin } }) => ({ isAdmin, isSuperAdmin }),
});

/**
 * Makes the caller the first administrator, by the link that the server printed at its start. It holds once, and only
 * while the platform has never had one.
 */
export const claimAdministration = mutation({
  ...schema.claimAdministration,
  access: person(),
  handler: async ({ db, access, audit }, { token }) => {
    if (!(await becomeFirstAdmin(db, access, token))) {
      throw new CareError("not-found", ADMIN_MESSAGES.firstAdminLinkOver);
    }
    await audit({
      eventType: "admin.promoted",
      targetType: "user",
      targetId: access.userId,
      details: { isAdmin: true, isSuperAdmin: true, by: "link" },
    });
    return null;
  },
});

/** All administrators of the platform. */
export const listAdmins = query({
  ...schema.listAdmins,
  access: platformAdmin("superAdmin"),
  handler: ({ db }) => data.listAdmins(db),
});

/**
 * Opens a table, which is recorded in the audit log; its list is then readable for this administrator for 12 hours.
 * Opening it again within that time records nothing new.
 */
export const recordTableOpening = mutation({
  ...schema.recordTableOpening,
  access: platformAdmin(),
  handler: async ({ db, access, now, audit }, { table }) => {
    const isNew = await audits.openTable(db, access.userId, table, now);
    if (isNew) await audit({ eventType: "admin.tableOpened", targetType: "table", targetId: table });
    return null;
  },
});

/**
 * Changes the given fields of a program; the library shows them at once. An invalid field is refused with its limit.
 */
export const updateProgramAdmin = mutation({
  ...schema.updateProgramAdmin,
  access: platformAdmin(),
  handler: async ({ db, now, audit }, { programId, ...edit }) => {
    const { fields, details } = await programs.updateProgram(db, programId, edit, now);
    if (fields.length > 0) {
      await audit({
        eventType: "program.updatedByAdmin",
        targetType: "program",
        targetId: programId,
        details: { fields, ...details },
      });
    }
    return null;
  },
});

/** The number of rows of each table, and their sum. Live some seconds after a change. */
export const getStats = query({
  ...schema.getStats,
  access: platformAdmin(),
  handler: ({ db }) => counts.countTables(db),
});

/** The number of rows of one table. Live some seconds after a change. */
export const getTableCount = query({
  ...schema.getTableCount,
  access: platformAdmin(),
  handler: ({ db }, { table }) => counts.countTable(db, table),
});

/** Tables that change all the time are recomputed at most this often, once for all viewers. */
const PLATFORM_REFRESH_MS = 500;

/** A live page of a table, newest row first; refused with `not-opened` until the table is opened. */
const list = <Row>(
  table: AdminTable,
  { args, returns }: { args: typeof schema.listUsers.args; returns: z.ZodType<Page<Row>> },
  read: TableList<NoInfer<Row>>,
  refreshMs = PLATFORM_REFRESH_MS,
) =>
  query({
    args,
    returns,
    refreshMs,
    access: mayReadTable(table),
    handler: ({ db, access, journal }, args) => read(db, access, args, journal),
  });

export const listUsers = list("users", schema.listUsers, people.listUsers);
export const listDiaries = list("diaries", schema.listDiaries, people.listDiaries);
export const listNotes = list("notes", schema.listNotes, records.listNotes);
export const listNoteTypes = list("noteTypes", schema.listNoteTypes, records.listNoteTypes, 0);
export const listAttachments = list("attachments", schema.listAttachments, records.listAttachments);
export const listTasks = list("tasks", schema.listTasks, records.listTasks);
export const listComments = list("comments", schema.listComments, records.listComments);
export const listMembers = list("members", schema.listMembers, people.listMembers);
export const listInvitations = list("invitations", schema.listInvitations, people.listInvitations);
export const listPrograms = list("programs", schema.listPrograms, programs.listPrograms, 0);
export const listDiaryPrograms = list(
  "diaryPrograms",
  schema.listDiaryPrograms,
  activations.listDiaryPrograms,
);
export const listPhaseProgress = list(
  "phaseProgress",
  schema.listPhaseProgress,
  activations.listPhaseProgress,
);
export const listActivityActivations = list(
  "activityActivations",
  schema.listActivityActivations,
  activations.listActivityActivations,
);
export const listProgramExports = list(
  "programExports",
  schema.listProgramExports,
  activations.listProgramExports,
);
export const listAuditEvents = list("auditEvents", schema.listAuditEvents, audits.listAuditEvents);
