import { randomUUID } from "node:crypto";
import { api } from "../../lib/api.ts";
import { perform } from "../../server/operator/perform.ts";
import { attach } from "./attachments.ts";
import { say } from "./comments.ts";
import { invite } from "./invitations.ts";
import { addMember, notebookOf, noteOf, type Person } from "./people.ts";
import { activateProgram, HIP_PROGRAM, uploadProgram } from "./programs.ts";
import type { RunningNode } from "./running-node.ts";
import { DAY, taskOf } from "./tasks.ts";

/** Makes somebody an administrator as the operator does by command line. */
export const promote = (node: RunningNode, { email }: Person, isSuper = false): Promise<string[]> =>
  perform(node.database(), { name: "promote", email, isSuper });

/** More than the 100 characters that the table of notes shows. */
export const LONG_TEXT = `She walked to the gate and back twice, ate well and slept for nine hours.${" All is well.".repeat(4)}`;

/** Noon of a day, as the database takes it. */
const at = (day: string) => new Date(`${day}T12:00:00Z`);

/**
 * A notebook with a row in every table of the back-office, most of it made as its members would; what takes weeks or came
 * from a former system is written into the database.
 */
export async function seedTables(node: RunningNode, anna: Person, jonas: Person) {
  const { pool } = node.database();
  const diary = await notebookOf(anna, "Rosa Blum");
  const diaryId = diary._id;
  const otto = await notebookOf(anna, "Otto Blum");
  await anna.http.mutation(api.diaries.archiveDiary, { diaryId: otto._id });
  await addMember(node, diaryId, jonas, "member");
  await pool.query("update members set invited_by = $1 where user_id = $2", [anna.userId, jonas.userId]);
  const note = await noteOf(anna, diaryId, "A good morning", LONG_TEXT);
  const talk = { diaryId, noteId: note._id };
  const [secret, open] = await Promise.all(
    (["private", "extended"] as const).map((visibility) =>
      anna.http.mutation(api.notes.createNote, {
        diaryId,
        type: "default",
        title: `My ${visibility} note`,
        content: `Only of ${visibility} concern`,
        noteDate: at("2026-03-05").getTime(),
        visibility,
        tags: [],
      }),
    ),
  );
  await pool.query(
    `insert into note_types (type_id, name, icon, description, is_active, requires_ai, version)
     values ('summary', 'Summary of the week', 'Robot', 'Written by a machine', false, true, 3)`,
  );
  await attach(jonas, talk, { name: "leaflet.txt", mimeType: "text/plain", buffer: Buffer.alloc(1536, "a") });
  await pool.query(
    `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
     values ($1, $2, $3, 'scan of old.pdf', 'application/pdf', 2621440, $4)`,
    [randomUUID(), diaryId, note._id, anna.userId],
  );
  await taskOf(anna, diaryId, "Buy bread", { description: "Rye, sliced" });
  const dueDate = at("2026-03-09").getTime();
  await taskOf(anna, diaryId, "Call the doctor", { assignedTo: jonas.userId, dueDate });
  await say(jonas, talk, "Lovely to read", { visibility: "extended" });
  await say(anna, { diaryId, noteId: secret! }, "Between me and myself");
  await invite(anna, diaryId, "nurse@example.org", { role: "admin" });
  const programId = await uploadProgram(anna, diaryId, HIP_PROGRAM);
  const hip = await activateProgram(anna, diaryId, programId, {
    daysAgo: 9,
    noteId: note._id,
    activities: ["walk", "tablets"],
    assignedTo: jonas.userId,
  });
  await pool.query(
    `update phase_progress set status = 'completed', milestone_reached = true, adherence_percentage = 83.4,
       activities_completed = 1, activities_total = 2, start_date = $2, end_date = $3
     where diary_program_id = $1 and phase_id = 'home'`,
    [hip, at("2026-03-01"), at("2026-03-07")],
  );
  await pool.query(
    `update activity_activations set is_active = false, paused_until = $2, deactivated_at = $3, start_date = $4
     where diary_program_id = $1 and activity_template_id = 'tablets'`,
    [hip, at("2026-04-01"), at("2026-04-02"), at("2026-03-01")],
  );
  const again = await uploadProgram(anna, diaryId, { ...HIP_PROGRAM, programName: "Stairs again" });
  const paused = await activateProgram(anna, diaryId, again, { activities: ["walk"] });
  await pool.query(
    `update diary_programs set status = 'paused', paused_since = now(), paused_until = $2, baseline_date = $3,
       activated_at = $4
     where id = $1`,
    [paused, at("2026-05-01"), at("2026-02-01"), at("2026-02-02")],
  );
  await pool.query(
    `insert into program_exports (id, diary_id, diary_program_id, export_type, format, range_start, range_end,
       download_count, generated_by, generated_at, expires_at, status)
     values ($1, $3, $4, 'weekly-summary', 'csv', $5, $6, 7, $7, $8, $9, 'ready'),
            ($2, $3, $4, 'full-report', 'pdf', null, null, 0, $7, null, $9, 'making')`,
    [
      randomUUID(),
      randomUUID(),
      diaryId,
      hip,
      at("2026-03-02"),
      at("2026-03-08"),
      jonas.userId,
      at("2026-03-10"),
      at("2099-01-01"),
    ],
  );
  return { diaryId, shortId: diary.shortId, note, programId, open: open!, again };
}

/** A row of the users' table without a sign-in, made `age` days ago. */
export async function addUser(node: RunningNode, name: string, age = 0): Promise<string> {
  const id = randomUUID();
  await node
    .database()
    .pool.query(
      `insert into users (id, clerk_user_id, email, name, created_at) values ($1::uuid, $1::text, $2, $3, $4)`,
      [id, `${id}@example.org`, name, new Date(Date.now() - age * DAY)],
    );
  return id;
}
