import { randomBytes } from "node:crypto";
import { v7 as uuidv7 } from "uuid";
import { ADMIN_TABLES, type AdminTable } from "../../features/admin/rules.ts";
import { SHORT_ID_ALPHABET } from "../../lib/ids.ts";
import type { FunctionSweep } from "./calls.ts";
import { secretComment } from "./comment_world.ts";
import type { Principal } from "./expected.ts";
import { missingId } from "./note_calls.ts";
import type { World } from "./world.ts";

/** The first page of a table, which the principal has opened before, if they have a record. */
const openedTable = (table: AdminTable, search?: string) => async (world: World, principal: Principal) => {
  const { userId } = world.actors[principal];
  if (userId) {
    await world.service.database.pool.query(
      `insert into admin_openings values ($1, $2, now()) on conflict (user_id, table_name) do update set opened_at = now()`,
      [userId, table],
    );
  }
  return { paginationOpts: { numItems: 100, cursor: null }, ...(search && { search }) };
};

/** Secret words of the world, as they appear in any answer. */
const SECRETS = /canary-[POR]-|canary-M-/;

const summarizePage: FunctionSweep["summarize"] = (result) => {
  if (SECRETS.test(JSON.stringify(result))) return "secrets";
  return result.page.length > 0 ? "page" : "nothing";
};

/** Tables into which the world writes nothing, but other calls of the sweep may. */
const findSecrets: FunctionSweep["summarize"] = (result) =>
  SECRETS.test(JSON.stringify(result)) ? "secrets" : "page";
const FILLED = new Set<AdminTable>(
  ADMIN_TABLES.filter((table) => !["phaseProgress", "activityActivations", "programExports"].includes(table)),
);

/** The list function of each table, in `adminDb`. */
export const LISTS = {
  users: "listUsers",
  diaries: "listDiaries",
  notes: "listNotes",
  noteTypes: "listNoteTypes",
  attachments: "listAttachments",
  tasks: "listTasks",
  comments: "listComments",
  members: "listMembers",
  invitations: "listInvitations",
  programs: "listPrograms",
  diaryPrograms: "listDiaryPrograms",
  phaseProgress: "listPhaseProgress",
  activityActivations: "listActivityActivations",
  programExports: "listProgramExports",
  auditEvents: "listAuditEvents",
} as const satisfies Record<AdminTable, string>;

/** Searches without a result, because the words are where administrators can't read. */
const HIDDEN_WORDS: Partial<Record<AdminTable, string>> = {
  notes: "canary-P-title",
  attachments: "canary-O-filename",
  comments: secretComment("P"),
};

const lists = Object.fromEntries(
  ADMIN_TABLES.map((table) => {
    const hidden = HIDDEN_WORDS[table];
    const cases = {
      "a table that was opened": openedTable(table),
      ...(hidden && { "a search for hidden words": openedTable(table, hidden) }),
    };
    return [
      `adminDb.${LISTS[table]}`,
      { cases, summarize: FILLED.has(table) ? summarizePage : findSecrets },
    ] as const;
  }),
);

const shortId = () =>
  Array.from(randomBytes(6), (byte) => SHORT_ID_ALPHABET[byte % SHORT_ID_ALPHABET.length]).join("");

/** A program of the notebook. */
async function newProgram({ service, diaryId }: World): Promise<string> {
  const id = uuidv7();
  await service.database.pool.query(
    "insert into programs (id, short_id, name, content, diary_id) values ($1, $2, 'P', '{\"phases\": []}', $3)",
    [id, shortId(), diaryId],
  );
  return id;
}

const edit = { name: "After a stroke, at home", version: 1.1, isPublic: true };

export const ADMIN_CALLS: Record<string, FunctionSweep> = {
  "admin.getAdminStatus": {
    cases: { "one's own status": () => ({}) },
    summarize: ({ isAdmin, isSuperAdmin }) => (isSuperAdmin ? "super" : isAdmin ? "admin" : "no"),
  },
  "admin.claimAdministration": {
    cases: {
      // The world has administrators; without one the link works: features/admin/server/first_admin.test.ts.
      "a link that doesn't hold": () => ({ token: randomBytes(32).toString("base64url") }),
    },
  },
  "admin.listAdmins": {
    cases: { "all administrators": () => ({}) },
    summarize: (users: { isAdmin: boolean }[]) =>
      users.length > 0 && users.every((user) => user.isAdmin) ? "admins" : "others",
  },
  "admin.recordTableOpening": {
    cases: {
      "a table": async ({ service, actors }, principal) => {
        // A recent opening isn't recorded again.
        await service.database.pool.query(
          "delete from admin_openings where user_id = $1 and table_name = 'notes'",
          [actors[principal].userId],
        );
        return { table: "notes" };
      },
    },
    effect: `select $1::text is null and a.actor_id = $2 and a.target_id = 'notes' and o.opened_at > now() - interval '1 minute' as ok
               from audit_events a join admin_openings o on o.user_id = a.actor_id and o.table_name = a.target_id
              where event_type = 'admin.tableOpened' order by a.id desc limit 1`,
  },
  "admin.updateProgramAdmin": {
    cases: {
      "a program of a notebook": async (world) => ({ programId: await newProgram(world), ...edit }),
      nothing: async (world) => ({ programId: await newProgram(world) }),
      "a program that doesn't exist": () => ({ programId: missingId(), ...edit }),
    },
    effect: `select $1::text is null and a.actor_id = $2 and p.name = '${edit.name}' and p.version = 1.1 and p.is_public
                    and p.is_active and not p.is_official and p.published_at is not null as ok
               from audit_events a join programs p on p.id::text = a.target_id
              where event_type = 'program.updatedByAdmin' order by a.id desc limit 1`,
    // Public programs are in everybody's list.
    undo: ({ service }) =>
      service.database.pool.query("update programs set is_public = false where name = $1", [edit.name]),
  },
  "admin.getQueues": {
    cases: { "all figures": () => ({}) },
  },
  "adminDb.getStats": {
    cases: { "all figures": () => ({}) },
    summarize: ({ users, totalDocuments }) => (users >= 11 && totalDocuments > users ? "figures" : "wrong"),
  },
  "adminDb.getTableCount": {
    cases: { "a table": () => ({ table: "users" }) },
    summarize: (count) => (count >= 11 ? "figure" : "wrong"),
  },
  ...lists,
};
