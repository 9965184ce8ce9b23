import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { COMMANDS } from "../../features/admin/server/commands.ts";
import { api } from "../../lib/api.ts";
import { runOperatorCommand } from "../../test/operator.ts";
import { attach } from "./attachments.ts";
import { say } from "./comments.ts";
import { invite } from "./invitations.ts";
import { addMember, notebookOf, type Person } from "./people.ts";
import { activateProgram, HIP_PROGRAM, uploadProgram } from "./programs.ts";
import type { RunningNode } from "./running-node.ts";
import { readCall } from "./sync-call.ts";
import { DAY, taskOf } from "./tasks.ts";

/** Makes somebody an administrator by the operator's command. */
export const promote = (node: RunningNode, { email }: Person, isSuper = false) =>
  runOperatorCommand(COMMANDS, `promote ${email} --unproven${isSuper ? " --super" : ""}`, {
    database: node.database(),
  });

/** Takes an administrator's rights by the operator's command. */
export const demote = (node: RunningNode, { email }: Person) =>
  runOperatorCommand(COMMANDS, `demote ${email}`, { database: node.database() });

/** Longer than the 100 characters that the table of notes shows. */
export const LONG_TEXT = `She walked to the gate and back twice, ate well and slept all night.${" All is well.".repeat(4)}`;

/** More than a row of a table shows at once. */
export const STORY = "Slowly, and with many breaks. ".repeat(12).trim();

/** Noon of a day, in the form that the database takes. */
const at = (day: string) => new Date(`${day}T12:00:00Z`);

/**
 * A notebook with rows in every table of the back-office. Most are created by calls of its members; what takes weeks,
 * or came from a former system, is inserted into the database.
 */
export async function seedTables(node: RunningNode, alma: Person, bruno: Person) {
  const { pool } = node.database();
  const { _id: diaryId } = await notebookOf(alma, "Frida Amann");
  const description = "All that we know about her days";
  await pool.query("update diaries set description = $2 where id = $1", [diaryId, description]);
  const archived = await notebookOf(alma, "Otto Amann");
  await pool.query("update diaries set description = $2 where id = $1", [archived._id, STORY]);
  await alma.http.mutation(api.diaries.archiveDiary, { diaryId: archived._id });
  await addMember(node, diaryId, bruno, "member");
  await pool.query("update members set invited_by = $1 where user_id = $2", [alma.userId, bruno.userId]);
  const noteId = await seedNotes(node, alma, bruno, diaryId);
  await seedPrograms(node, alma, bruno, { diaryId, noteId });
  await taskOf(alma, diaryId, "Buy bread", { description: "Rye, sliced" });
  const dueDate = at("2026-03-09").getTime();
  await taskOf(alma, diaryId, "Call the doctor", { assignedTo: bruno.userId, dueDate });
  await invite(alma, diaryId, "nurse@example.org", { role: "admin" });
  const eventId = await pool.query<{ id: string }>(
    `insert into audit_events (id, event_type, diary_id, actor_id, target_type, target_id, details)
     values ($1, 'note.restored', $2, $3, 'note', $4, '{"fields": ["title"], "count": 3}') returning id`,
    [randomUUID(), diaryId, alma.userId, noteId],
  );
  return { diaryId, noteId, eventId: eventId.rows[0]!.id };
}

async function seedNotes(node: RunningNode, alma: Person, bruno: Person, diaryId: string) {
  const { pool } = node.database();
  const note = (title: string, content: string, visibility: "private" | "team" | "extended") =>
    alma.http.mutation(api.notes.createNote, {
      diaryId,
      type: "default",
      title,
      content,
      noteDate: at("2026-03-05").getTime(),
      visibility,
      tags: [],
    });
  const noteId = await note("A good morning", LONG_TEXT, "team");
  const secret = await note("My secret", "For nobody else", "private");
  await note("For everybody", "Come on Sunday", "extended");
  await pool.query(
    `insert into note_types (type_id, name, icon, description, is_active, requires_ai, version)
     values ('summary', 'Summary of the week', 'Robot', 'Written by a machine', false, true, 3)
     on conflict do nothing`,
  );
  const file = { name: "leaflet.txt", mimeType: "text/plain", buffer: Buffer.alloc(1536, "a") };
  await attach(bruno, { diaryId, noteId }, file);
  await attach(bruno, { diaryId, noteId }, { ...file, name: "reminder.txt", buffer: Buffer.alloc(15, "b") });
  await pool.query(
    `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
     values ($1, $2, $3, 'scan of old.pdf', 'application/pdf', 2621440, $4)`,
    [randomUUID(), diaryId, noteId, alma.userId],
  );
  await say(bruno, { diaryId, noteId }, "Lovely to read");
  await say(alma, { diaryId, noteId: secret }, "Between me and myself");
  return noteId;
}

async function seedPrograms(
  node: RunningNode,
  alma: Person,
  bruno: Person,
  { diaryId, noteId }: { diaryId: string; noteId: string },
) {
  const { pool } = node.database();
  const hip = await activateProgram(alma, diaryId, await uploadProgram(alma, diaryId, HIP_PROGRAM), {
    daysAgo: 9,
    noteId,
    activities: ["walk", "tablets"],
    assignedTo: bruno.userId,
  });
  await pool.query(
    `update phase_progress set status = 'completed', milestone_reached = true, adherence_percentage = 83.4,
       activities_completed = 1, activities_total = 2, start_date = $2, end_date = $3
     where diary_program_id = $1 and phase_id = 'home'`,
    [hip, at("2026-03-01"), at("2026-03-07")],
  );
  await pool.query(
    "update phase_progress set status = 'skipped' where diary_program_id = $1 and phase_id = 'further'",
    [hip],
  );
  await pool.query(
    `update activity_activations set is_active = false, paused_until = $2, deactivated_at = $3, start_date = $4
     where diary_program_id = $1 and activity_template_id = 'tablets'`,
    [hip, at("2099-04-01"), at("2026-04-02"), at("2026-03-01")],
  );
  const stairs = await uploadProgram(alma, diaryId, { ...HIP_PROGRAM, programName: "Stairs again" });
  const paused = await activateProgram(alma, diaryId, stairs, { activities: ["walk"] });
  await pool.query(
    `update diary_programs set status = 'paused', paused_since = now(), paused_until = $2, baseline_date = $3,
       activated_at = $4
     where id = $1`,
    [paused, at("2099-05-01"), at("2026-02-01"), at("2026-02-02")],
  );
  await pool.query(
    `update programs set is_active = false, is_public = true, is_official = true, version = 2.3, published_at = $2
     where id = $1`,
    [stairs, at("2026-03-03")],
  );
  for (const [name, status] of [
    ["After a hip replacement", "completed"],
    ["Coming home after a stroke", "cancelled"],
  ]) {
    await pool.query(
      `insert into diary_programs (id, diary_id, program_id, baseline_event_name, baseline_date, status, activated_by)
       select $1, $2, id, 'Discharge', now(), $4, $3 from programs where name = $5`,
      [randomUUID(), diaryId, alma.userId, status, name],
    );
  }
  await seedExports(node, bruno, { diaryId, diaryProgramId: hip });
}

async function seedExports(
  node: RunningNode,
  bruno: Person,
  { diaryId, diaryProgramId }: { diaryId: string; diaryProgramId: string },
) {
  const week = [at("2026-03-02"), at("2026-03-08")];
  for (const [type, format, [start, end], made] of [
    ["weekly-summary", "csv", week, at("2026-03-10")],
    ["full-report", "pdf", [], null],
    ["phase-report", "json", week.slice(0, 1), at("2026-03-10")],
    ["api-snapshot", "json", [undefined, week[1]], at("2026-03-10")],
  ] as const) {
    await node.database().pool.query(
      `insert into exports (id, diary_id, kind, subject_id, audience, parameters, format,
         download_count, generated_by, generated_at, expires_at, status)
       values ($1, $2, 'program', $3, 'everyone', $4, $5, 7, $6, $7, $8, $9)`,
      [
        randomUUID(),
        diaryId,
        diaryProgramId,
        { exportType: type, from: start?.getTime(), to: end?.getTime() },
        format,
        bruno.userId,
        made,
        at("2099-01-01"),
        made ? "ready" : "failed",
      ],
    );
  }
}

/** Inserts a user without a sign-in, created `daysAgo` days ago. */
export async function addUser(node: RunningNode, name: string, daysAgo = 0): Promise<string> {
  const id = randomUUID();
  await node
    .database()
    .pool.query(
      `insert into users (id, clerk_user_id, email, name, created_at) values ($1::uuid, $1::text, $2, $3, $4)`,
      [id, `${id}@example.org`, name, new Date(Date.now() - daysAgo * DAY)],
    );
  return id;
}

/** `type` is "Add" for a query, else "Mutation" or "Action". */
export type SentCall = { type: string; path: string; args: Record<string, unknown> };

/** Records every query, mutation and action that a page sends. Call it before the page connects. */
export function callsOf(page: Page): SentCall[] {
  const sent: SentCall[] = [];
  page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => {
      const message = readCall(payload);
      for (const { type = "", udfPath, args } of [message, ...(message.modifications ?? [])]) {
        if (udfPath) sent.push({ type, path: udfPath, args: args![0] });
      }
    }),
  );
  return sent;
}
