import { z } from "zod";
import { person, platformAdmin } from "../../../server/access/gate.ts";
import { paginationOptions } from "../../../server/db/pages.ts";
import { mutation, query } from "../../../server/functions/define.ts";
import { ADMIN_TABLES, type AdminTable, programEdit, SEARCH_LENGTH } from "../rules.ts";
import { adminTable } from "./access.ts";
import * as activations from "./activation_data.ts";
import * as audits from "./audit_data.ts";
import * as counts from "./count_data.ts";
import * as data from "./data.ts";
import type { TableList } from "./page_data.ts";
import * as people from "./people_data.ts";
import * as programs from "./program_data.ts";
import * as records from "./record_data.ts";

/** Whether the caller is an administrator; the header and the admin area ask for it. */
export const getAdminStatus = query({
  args: z.object({}),
  access: person(),
  handler: async ({ access: { isAdmin, isSuperAdmin } }) => ({ isAdmin, isSuperAdmin }),
});

/** All administrators of the platform. */
export const listAdmins = query({
  args: z.object({}),
  access: platformAdmin("superAdmin"),
  handler: ({ db }) => data.listAdmins(db),
});

const onTable = z.object({ table: z.enum(ADMIN_TABLES) });

/**
 * Opens a table, which is written to the audit events once; its list answers this administrator for the next 12 hours, in
 * which opening it again is the same opening.
 */
export const recordTableOpening = mutation({
  args: onTable,
  access: platformAdmin(),
  handler: async ({ db, access, now, audit }, { table }) => {
    const isNew = await audits.openTable(db, access.userId, table, now);
    if (isNew) await audit({ eventType: "admin.tableOpened", targetType: "table", targetId: table });
    return null;
  },
});

/** Changes what is given of a program; the library shows it at once. Refused with the field and its limit. */
export const updateProgramAdmin = mutation({
  args: programEdit,
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

/** How many rows each table has, and all together. Live some seconds after a change. */
export const getStats = query({
  args: z.object({}),
  access: platformAdmin(),
  handler: ({ db }) => counts.countTables(db),
});

/** How many rows one table has. Live some seconds after a change. */
export const getTableCount = query({
  args: onTable,
  access: platformAdmin(),
  handler: ({ db }, { table }) => counts.countTable(db, table),
});

const listArgs = z.object({
  paginationOpts: paginationOptions,
  search: z.string().trim().max(SEARCH_LENGTH).optional(),
});

/** What people all over the platform write at any moment is read anew so often, and for everybody who looks together. */
const PLATFORM_REFRESH_MS = 500;

/** A live page of a table, newest row first; refused with `not-opened` until the table is opened. */
const list = <Row>(table: AdminTable, read: TableList<Row>, refreshMs = PLATFORM_REFRESH_MS) =>
  query({
    args: listArgs,
    refreshMs,
    access: adminTable(table),
    handler: ({ db, access, journal }, args) => read(db, access, args, journal),
  });

export const listUsers = list("users", people.listUsers);
export const listDiaries = list("diaries", people.listDiaries);
export const listNotes = list("notes", records.listNotes);
export const listNoteTypes = list("noteTypes", records.listNoteTypes, 0);
export const listAttachments = list("attachments", records.listAttachments);
export const listTasks = list("tasks", records.listTasks);
export const listComments = list("comments", records.listComments);
export const listMembers = list("members", people.listMembers);
export const listInvitations = list("invitations", people.listInvitations);
export const listPrograms = list("programs", programs.listPrograms, 0);
export const listDiaryPrograms = list("diaryPrograms", activations.listDiaryPrograms);
export const listPhaseProgress = list("phaseProgress", activations.listPhaseProgress);
export const listActivityActivations = list("activityActivations", activations.listActivityActivations);
export const listProgramExports = list("programExports", activations.listProgramExports);
export const listAuditEvents = list("auditEvents", audits.listAuditEvents);
