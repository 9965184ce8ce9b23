import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN_TABLES } from "../features/admin/rules.ts";
import { COMMANDS } from "../features/admin/server/commands.ts";
import { TASK_SECTIONS } from "../features/tasks/rules/states.ts";
import { toDayInZone } from "../lib/dates/zone-day.ts";
import { DependencyRecorder } from "../server/db/dependencies.ts";
import { addNotes as addNotesOf, SHORT_ID_SQL } from "../test/many-notes.ts";
import { runOperatorCommand } from "../test/operator.ts";
import { addMember, api, createNote, createNotebook, createPerson, type TestPerson } from "../test/people.ts";
import { type Service, startService } from "../test/service.ts";
import { functions } from "./functions.ts";

/** What a household never has and a service soon does; every list has to find its rows by an index. */
const NOTEBOOKS = 1500;
const PEOPLE = 3000;
const NOTES = 8000;
const DAY = 86_400_000;

let service: Service;
let owner: TestPerson;
let viewer: TestPerson;
let smallNotebook: string;
let largeNotebook: string;
/** A note that everyone sees, with one comment or with 300 by 40 people. */
const discussedNotes: Record<string, string> = {};
/** A task of each notebook. */
const anyTask: Record<string, string> = {};
/** A dose of each notebook. */
const anyDose: Record<string, string> = {};
let programId: string;
let noteOfLargeNotebook: { id: string; short_id: string };

beforeAll(async () => {
  service = await startService();
  owner = await createPerson(service, "Olga Owner");
  viewer = await createPerson(service, "Viktor Viewer");
  smallNotebook = await createNotebook(owner);
  largeNotebook = await createNotebook(owner);
  for (const diaryId of [smallNotebook, largeNotebook]) await addMember(service, diaryId, viewer, "extended");
  await runOperatorCommand(COMMANDS, `promote ${owner.email} --super`, service);
  await fillDatabase();
}, 120_000);
afterAll(() => service.close());

const sql = async (text: string, values: unknown[] = []) =>
  (await service.database.pool.query(text, values)).rows;

const addNotes = (diaryId: string, count: number, from: number, userId = owner.userId) =>
  addNotesOf(service.database, { diaryId, userId, count, from });

async function fillDatabase(): Promise<void> {
  await sql(
    `insert into users (id, clerk_user_id, email, name)
     select gen_random_uuid(), 'p' || i, 'p' || i || '@example.org', 'p' || i from generate_series(1, ${PEOPLE}) i`,
  );
  await sql(
    `with d as (
       insert into diaries (id, short_id, name, region, created_by)
       select gen_random_uuid(), ${SHORT_ID_SQL}, 'N', 'DE', $1 from generate_series(1, ${NOTEBOOKS}) i returning id
     ), p as (insert into person_infos (diary_id, full_name) select id, 'P' from d)
     insert into members (id, diary_id, user_id, role)
     select gen_random_uuid(), d.id, u.id, 'owner'
       from (select id, row_number() over () n from d) d
       join (select id, row_number() over () n from users where clerk_user_id like 'p%') u using (n)`,
    [owner.userId],
  );
  await sql(
    `insert into members (id, diary_id, user_id, role)
     select gen_random_uuid(), d.id, u.id, 'member' from (select id from diaries where id <> $1 order by id limit 20) d,
            (select id from users where clerk_user_id like 'p%' order by id limit 50) u on conflict do nothing`,
    [smallNotebook],
  );
  // As in real life, different people write.
  await sql(
    `update diaries d set created_by = m.user_id from members m
      where m.diary_id = d.id and m.role = 'owner' and d.id not in ($1, $2)`,
    [smallNotebook, largeNotebook],
  );
  await addNotes(smallNotebook, 1, 1);
  await addNotes(largeNotebook, 200, 2);
  const others = await sql("select id, created_by from diaries where id not in ($1, $2) limit 400", [
    smallNotebook,
    largeNotebook,
  ]);
  for (const [i, { id, created_by: author }] of others.entries()) {
    await addNotes(id, NOTES / 400, 1000 + i * 20, author);
  }
  await sql(
    `insert into members (id, diary_id, user_id, role)
     select gen_random_uuid(), $1, id, 'member' from users where clerk_user_id like 'p%' limit 100 on conflict do nothing`,
    [largeNotebook],
  );
  await sql(
    `insert into comments (id, diary_id, note_id, content, created_by)
     select gen_random_uuid(), diary_id, id, 'C', created_by from notes`,
  );
  await sql(
    `insert into attachments (id, diary_id, note_id, filename, mime_type, size_bytes, uploaded_by)
     select gen_random_uuid(), diary_id, id, 'F', 'text/plain', 1, created_by from notes`,
  );
  for (const [diaryId, count] of [
    [smallNotebook, 1],
    [largeNotebook, 300],
  ] as const) {
    const [{ id }] = await sql(
      `update notes set visibility = 'extended' where id = (select id from notes where diary_id = $1 limit 1) returning id`,
      [diaryId],
    );
    discussedNotes[diaryId] = id;
    await sql(
      `insert into comments (id, diary_id, note_id, content, created_by)
       select gen_random_uuid(), m.diary_id, $2, 'C', m.user_id
         from generate_series(1, $3::int) i
         join (select *, row_number() over () - 1 as n, count(*) over () as of from members where diary_id = $1) m
           on m.n = i % m.of`,
      [diaryId, id, count],
    );
  }
  await addTasks();
  for (const diaryId of [smallNotebook, largeNotebook])
    anyTask[diaryId] = (await sql("select id from tasks where diary_id = $1 limit 1", [diaryId]))[0].id;
  await addInvitations();
  await planMedications();
  await addAppointments();
  for (const diaryId of [smallNotebook, largeNotebook])
    anyDose[diaryId] = (await sql("select id from doses where diary_id = $1 limit 1", [diaryId]))[0].id;
  programId = await addPrograms();
  [noteOfLargeNotebook] = (await sql(
    "select id, short_id from notes where diary_id = $1 and visibility = 'team' limit 1",
    [largeNotebook],
  )) as [typeof noteOfLargeNotebook];
  await sql(`insert into admin_openings select $1, unnest($2::text[]), now()`, [owner.userId, ADMIN_TABLES]);
  await sql("analyze");
}

/** Open, finished and undated ones: one in a small notebook, 300 in a large one, a few in many others, some on notes. */
const addTasks = () =>
  sql(
    `insert into tasks (id, diary_id, note_id, title, status, completed_at, scheduled_date, due_date, assigned_to, created_by)
     select gen_random_uuid(), d.id, case when i % 5 = 0 then n.id end, 'T',
            case when i % 4 = 0 then 'completed' else 'pending' end, case when i % 4 = 0 then now() end,
            case when i % 7 > 0 then now() + make_interval(days => i - 150) end,
            case when i % 7 > 0 then now() + make_interval(days => i - 150) end,
            case when i % 3 = 0 or d.id = $1 then m.user_id end, m.user_id
       from diaries d
       join members m on m.diary_id = d.id and m.role = 'owner'
       left join lateral (select id from notes where diary_id = d.id limit 1) n on true
       cross join lateral generate_series(1, case d.id when $1 then 1 when $2 then 300 else 4 end) i`,
    [smallNotebook, largeNotebook],
  );

/** One for each of many notebooks, one of them the owner's, and 300 for everybody; returns the id of the owner's. */
async function addPrograms(): Promise<string> {
  const add = (columns: string, from: string) =>
    sql(
      `insert into programs (id, short_id, name, content, created_by, diary_id, is_public)
       select gen_random_uuid(), ${SHORT_ID_SQL}, 'P', '{"phases": []}', ${columns} from ${from}`,
    );
  await add("created_by, id, false", "(select *, (row_number() over ())::int i from diaries) d");
  await add("null, null, true", "generate_series(5000, 5300) i");
  await activatePrograms();
  const [{ id }] = await sql("select id from programs where diary_id = $1", [largeNotebook]);
  return id;
}

/** Each notebook's own program, with a phase, an activity, an export and tasks. */
async function activatePrograms(): Promise<void> {
  await sql(
    `insert into diary_programs (id, diary_id, program_id, baseline_date, status, activated_by)
     select gen_random_uuid(), diary_id, id, now(), 'active', created_by from programs where diary_id not in ($1, $2)`,
    [smallNotebook, largeNotebook],
  );
  const insertForEach = (table: string, columns: string, values: string) =>
    sql(
      `insert into ${table} (id, diary_id, ${columns}) select gen_random_uuid(), g.diary_id, ${values}
         from diary_programs g, generate_series(1, 2) i`,
    );
  await insertForEach(
    "phase_progress",
    "diary_program_id, phase_id, phase_title, position, status, start_date, end_date",
    "g.id, 'p' || i, 'P', i, 'active', now(), now()",
  );
  await insertForEach(
    "activity_activations",
    "diary_program_id, phase_id, activity_template_id, activity_title, start_date",
    "g.id, 'p', 'a' || i, 'A', now()",
  );
  await insertForEach(
    "exports",
    "kind, subject_id, audience, parameters, format, generated_by, expires_at",
    `'program', g.id, 'everyone', '{"exportType":"full-report"}', 'pdf', g.activated_by, now()`,
  );
  await insertForEach("tasks", "title, created_by", "'T', g.activated_by");
}

/** A plan with doses in each notebook, and 40 plans with 20 doses each in one. */
async function planMedications(): Promise<void> {
  const [large, others] = ["d.id = $1", "d.id <> $1"];
  for (const [where, plans, doses] of [
    [large, 40, 20],
    [others, 1, 3],
  ] as const)
    await sql(
      `with p as (
         insert into medication_plans (id, diary_id, unit, visibility, facts, created_by)
         select gen_random_uuid(), d.id, 'tablet', 'extended', '{"name": "ramipril"}', d.created_by
           from diaries d, generate_series(1, ${plans}) i where ${where} returning *
       ), v as (
         insert into medication_plan_versions (plan_id, version, diary_id, effective_from, time_zone, first_day, schedule,
           max_count, late_after_minutes, late_until_minutes, words, changed_by)
         select id, 1, diary_id, now() - interval '90 days', 'UTC', current_date - 90,
           '{"kind": "clock", "times": [{"at": "08:00", "amount": 1}], "days": {"everyDays": 1}}',
           4, 60, 240, '{}', created_by from p returning *
       )
       insert into doses (id, diary_id, plan_id, plan_version, slot, due_at, state, amount, given_at, given_by, recorded_by)
       select gen_random_uuid(), v.diary_id, v.plan_id, 1, 'slot ' || i, at, 'given', 1, at, v.changed_by, v.changed_by
         from v, generate_series(1, ${doses}) i, lateral (select now() - make_interval(days => i) as at) t`,
      [largeNotebook],
    );
  await sql(
    `insert into stock_events (id, diary_id, plan_id, kind, amount, at, by_user)
     select gen_random_uuid(), diary_id, id, case when i % 10 = 0 then 'counted' else 'added' end, i,
            now() - make_interval(days => i), created_by from medication_plans, generate_series(1, 30) i`,
  );
  await sql(
    `insert into care_pauses (id, diary_id, kind, from_at, until_at, started_by, updated_by)
     select gen_random_uuid(), id, 'away', now() - make_interval(days => i), now() - make_interval(days => i - 1), created_by, created_by
       from diaries, generate_series(1, 3) i`,
  );
  await sql(
    `insert into dose_entries (id, dose_id, revision, diary_id, kind, "values", by_user, at)
     select id, id, 1, diary_id, 'given', '{"against": []}', recorded_by, given_at from doses`,
  );
}

const APPOINTMENT_DAYS = { fromDay: "2027-03-01", toDay: "2027-04-11" };

/** Repeated appointments with their drivers in each notebook. */
async function addAppointments(): Promise<void> {
  await sql(
    `with s as (
       insert into appointment_series (id, diary_id, recurrence, fields, first_day, made_until, created_by)
       select gen_random_uuid(), id, '{"pattern": "one-time"}', '{}', current_date, current_date, created_by from diaries
       returning *
     ), a as (
       insert into appointments (id, diary_id, series_id, title, all_day, starts_local, time_zone, starts_at, ends_at, status,
                                 visibility, created_by, updated_by)
       select gen_random_uuid(), s.diary_id, s.id, 'Dialysis', false, to_char(at, 'YYYY-MM-DD"T"HH24:MI'), 'UTC', at,
              at + interval '1 hour', 'planned', 'team', s.created_by, s.created_by
         from s, generate_series(1, 20) i, lateral (select timestamptz '2027-03-01 08:00Z' + make_interval(hours => i * 5) as at) t returning *
     )
     insert into appointment_people (id, diary_id, appointment_id, user_id, role, answer)
     select gen_random_uuid(), diary_id, id, created_by, 'drives', 'yes' from a`,
  );
}

/** Some to the owner from many notebooks and to many people from one; most are answered, as they are in time. */
async function addInvitations(): Promise<void> {
  const add = (diaries: string, address: string, status: string) =>
    sql(
      `insert into invitations (id, diary_id, email, role, expires_at, invited_by, status, responded_at)
       select gen_random_uuid(), d.id, ${address}, (array['member','extended'])[1 + i % 2],
              now() + interval '1 day', d.created_by,
              '${status}', case when '${status}' = 'pending' then null else now() end
         from ${diaries}`,
    );
  const all = "(select id, created_by, row_number() over () i from diaries) d";
  await add(all, "'someone' || i || '@example.org'", "declined");
  await add(`${all} where i <= 30`, `'${owner.email}'`, "pending");
  await add(
    `diaries d, generate_series(1, 30) i where d.id = '${largeNotebook}'`,
    "'to' || i || '@example.org'",
    "pending",
  );
  await add(
    `diaries d, generate_series(1, 1) i where d.id = '${smallNotebook}'`,
    "'to' || i || '@example.org'",
    "pending",
  );
  // Open links without an address, and people who came in by one.
  await add(all, "null", "pending");
  await add(`diaries d, generate_series(1, 30) i where d.id = '${largeNotebook}'`, "null", "pending");
  await sql(
    `insert into invitations (id, diary_id, role, expires_at, invited_by, status, responded_at, accepted_by)
     select gen_random_uuid(), d.id, 'member', now(), d.created_by, 'accepted', now() - i * interval '1 hour', d.created_by
       from diaries d, generate_series(1, 5) i`,
  );
  await sql(
    `insert into invitation_links (token_hash, diary_id, invitation_id, made_by)
     select case when email = 'to1@example.org' and diary_id = $2 then $1
                 else encode(sha256(id::text::bytea), 'hex') end, diary_id, id, invited_by from invitations`,
    [createHash("sha256").update("a link").digest("hex"), largeNotebook],
  );
  await sql(
    `insert into join_requests (id, diary_id, invitation_id, user_id)
     select gen_random_uuid(), i.diary_id, i.id, u.id
       from invitations i, lateral (
         select id from users where not exists (
           select from members m where m.diary_id = i.diary_id and m.user_id = users.id) limit 3) u`,
  );
}

type Statement = { text: string; values: unknown[] };

/** The SQL statements of one call, the access check included, run as somebody; `recorder` learns what they read. */
async function statementsOf(
  name: string,
  args: Record<string, unknown>,
  who: TestPerson,
  recorder?: DependencyRecorder,
): Promise<Statement[]> {
  const fn = functions.get(name)!;
  const client = await service.database.pool.connect();
  const statements: Statement[] = [];
  const query = client.query as (...args: unknown[]) => unknown;
  client.query = ((config: Statement, ...rest: unknown[]) => {
    statements.push({ text: config.text, values: [...config.values] });
    return query.call(client, config, ...rest);
  }) as never;
  try {
    const onClient = service.database.on(client);
    const db = recorder ? onClient.withPlugin(recorder) : onClient;
    const identity = { issuer: "", emailVerified: true, expiresAt: Number.MAX_SAFE_INTEGER, ...who };
    const access = await fn.access.resolve({ db, identity }, args);
    await fn.handler(
      {
        db,
        access,
        vault: service.vault,
        now: new Date(),
        journal: { read: null, write() {} },
        audit: async () => {},
      } as never,
      args,
    );
    return statements;
  } finally {
    client.query = query as typeof client.query;
    client.release();
  }
}

const page = { paginationOpts: { numItems: 20, cursor: null } };

/** The lists of the back-office, with the table that each reads from its newest row on. */
const ADMIN_LISTS: Record<string, { table: string; most: number }> = {
  "adminDb.listUsers": { table: "users", most: 3 },
  "adminDb.listDiaries": { table: "diaries", most: 4 },
  "adminDb.listNotes": { table: "notes", most: 5 },
  "adminDb.listNoteTypes": { table: "note_types", most: 3 },
  "adminDb.listAttachments": { table: "attachments", most: 6 },
  "adminDb.listTasks": { table: "tasks", most: 6 },
  "adminDb.listComments": { table: "comments", most: 10 },
  "adminDb.listMembers": { table: "members", most: 6 },
  "adminDb.listInvitations": { table: "invitations", most: 5 },
  "adminDb.listPrograms": { table: "programs", most: 4 },
  "adminDb.listDiaryPrograms": { table: "diary_programs", most: 8 },
  "adminDb.listPhaseProgress": { table: "phase_progress", most: 7 },
  "adminDb.listActivityActivations": { table: "activity_activations", most: 8 },
  "adminDb.listProgramExports": { table: "exports", most: 8 },
  "adminDb.listAuditEvents": { table: "audit_events", most: 5 },
};

/** The thirty days that end today. */
const MONTH = {
  fromDay: toDayInZone(Date.now() - 29 * DAY, "UTC"),
  toDay: toDayInZone(Date.now(), "UTC"),
};

/** The reads that screens live on, and at most how many statements each may take. */
const READS: [name: string, most: number, args: (diaryId: string) => Record<string, unknown>][] = [
  ["notes.listNotes", 4, (diaryId) => ({ diaryId })],
  ["notes.pageNotes", 4, (diaryId) => ({ diaryId, ...page })],
  [
    "notes.pageNotes",
    3,
    (diaryId) => ({ diaryId, text: "note 1", tag: "pain", createdBy: owner.userId, from: 0, ...page }),
  ],
  ["notes.listNoteTags", 3, (diaryId) => ({ diaryId })],
  ["notes.listNoteDays", 4, (diaryId) => ({ diaryId, ...MONTH })],
  ["notes.listNoteDays", 4, (diaryId) => ({ diaryId, ...MONTH, tag: "pain" })],
  ["notes.latestMedications", 3, (diaryId) => ({ diaryId })],
  ["notes.formerMedications", 5, () => ({ noteId: noteOfLargeNotebook.id })],
  ["notes.pageMedications", 5, (diaryId) => ({ diaryId, ...page })],
  ["notes.newerMedications", 5, () => ({ noteId: noteOfLargeNotebook.id })],
  ["notes.listNoteVersions", 5, () => ({ noteId: noteOfLargeNotebook.id })],
  ["notes.getNoteVersion", 4, () => ({ noteId: noteOfLargeNotebook.id, version: 1 })],
  ["notes.getNote", 4, () => ({ noteId: noteOfLargeNotebook.id })],
  ["notes.getNoteByShortId", 4, () => ({ shortId: noteOfLargeNotebook.short_id })],
  ["comments.listComments", 6, (diaryId) => ({ targetType: "note", targetId: discussedNotes[diaryId] })],
  ["plans.listPlans", 4, (diaryId) => ({ diaryId })],
  ["plans.compareList", 7, (diaryId) => ({ diaryId })],
  [
    "doses.listDoses",
    10,
    (diaryId) => ({
      diaryId,
      fromDay: toDayInZone(Date.now() - 2 * DAY, "UTC"),
      toDay: toDayInZone(Date.now(), "UTC"),
    }),
  ],
  ["exports.listExports", 4, (diaryId) => ({ kind: "dose-sheet", subjectId: diaryId })],
  ["doses.listDue", 8, () => ({ at: Date.now() })],
  ["doses.listToReview", 5, (diaryId) => ({ diaryId })],
  ["doses.getDose", 9, (diaryId) => ({ doseId: anyDose[diaryId] })],
  ["doses.listDoseEntries", 6, (diaryId) => ({ doseId: anyDose[diaryId] })],
  ["pauses.listPauses", 4, (diaryId) => ({ diaryId })],
  ["stock.listStock", 8, (diaryId) => ({ diaryId })],
  ["doses.getMonth", 10, (diaryId) => ({ diaryId, month: MONTH.toDay.slice(0, 7) })],
  ["doses.getSummary", 10, (diaryId) => ({ diaryId, ...MONTH, countsAt: Date.now() })],
  ["programs.listPrograms", 5, () => ({})],
  ["programs.getProgram", 5, () => ({ programId })],
  ["programs.proposeAssignees", 6, (diaryId) => ({ programId, diaryId })],
  ["members.listMembers", 3, (diaryId) => ({ diaryId })],
  ["diaries.getDiary", 4, (diaryId) => ({ diaryId })],
  ["diaries.listMyDiaries", 4, () => ({})],
  ["tasks.listMyTasks", 6, () => ({ filter: "all", limit: 200, around: Date.now() })],
  ["tasks.listMyTasks", 6, (diaryId) => ({ filter: "my-tasks", diaryId, limit: 200 })],
  ["tasks.listMyTasks", 6, () => ({ filter: "unassigned", limit: 200, around: Date.now() })],
  [
    "tasks.listMyTasks",
    6,
    () => ({
      filter: "all",
      limit: 500,
      fromDay: toDayInZone(Date.now() - 15 * DAY, "UTC"),
      toDay: toDayInZone(Date.now() + 27 * DAY, "UTC"),
    }),
  ],
  ["tasks.listMyTasks", 7, () => ({ filter: "all", limit: 500, countsAt: Date.now() })],
  [
    "tasks.listMyTasks",
    7,
    () => ({ filter: "all", limit: 500, around: Date.now(), countsAt: Date.now(), toDo: true }),
  ],
  ["tasks.listMyTasks", 7, (diaryId) => ({ filter: "my-tasks", diaryId, limit: 200, countsAt: Date.now() })],
  ...TASK_SECTIONS.map((section): (typeof READS)[number] => [
    "tasks.pageMyTasks",
    6,
    () => ({ filter: "all", section, at: Date.now(), ...page }),
  ]),
  [
    "tasks.pageMyTasks",
    6,
    (diaryId) => ({ filter: "my-tasks", diaryId, section: "overdue", at: Date.now(), ...page }),
  ],
  ["tasks.pageUpcoming", 6, () => ({ filter: "all", at: Date.now(), ...page })],
  [
    "tasks.pageUpcoming",
    6,
    (diaryId) => ({ filter: "my-tasks", diaryId, at: Date.UTC(2020, 0, 1), ...page }),
  ],
  ["tasks.getTaskHistory", 5, (diaryId) => ({ taskId: anyTask[diaryId], toDay: MONTH.toDay })],
  ["tasks.listMissedDays", 4, (diaryId) => ({ diaryId, ...MONTH })],
  ["tasks.listNoteTasks", 4, () => ({ noteId: noteOfLargeNotebook.id })],
  ["updates.listNew", 20, () => ({})],
  ["updates.listNew", 20, (diaryId) => ({ diaryId })],
  ["updates.pageUpdates", 17, () => page],
  ["handover.getHandover", 48, (diaryId) => ({ diaryId, at: Date.now() })],
  ["handover.getHandover", 55, (diaryId) => ({ diaryId, at: Date.now(), since: Date.now() - 40 * DAY })],
  [
    "handover.getShift",
    46,
    (diaryId) => ({ diaryId, fromTime: Date.now() - DAY, untilTime: Date.now(), at: Date.now() }),
  ],
  ["handover.listStarts", 4, () => ({})],
  ["handover.listReceipts", 4, (diaryId) => ({ diaryId })],
  ["search.searchEverything", 17, () => ({ text: "nothing like it", cursor: null, withArchived: false })],
  ["search.searchEverything", 6, (diaryId) => ({ text: "note", kind: "note", diaryId, cursor: null })],
  ["appointments.listAppointments", 6, () => APPOINTMENT_DAYS],
  ["appointments.listAppointments", 6, (diaryId) => ({ diaryId, ...APPOINTMENT_DAYS })],
  ["visits.getVisit", 19, (diaryId) => ({ diaryId, at: Date.now() })],
  ["home.getHomeRecent", 17, () => ({ notesLimit: 4, updatesLimit: 20 })],
  ["adminDb.getStats", 3, () => ({})],
  ["adminDb.getTableCount", 3, () => ({ table: "notes" })],
  ...Object.entries(ADMIN_LISTS).flatMap(([name, { most }]): typeof READS => [
    [name, most, () => page],
    // What it names is looked up first: notebooks, people, programs.
    [name, most + 4, () => ({ ...page, search: "note 17" })],
    [name, most + 4, () => ({ ...page, search: "p1700" })],
    [name, most + 4, () => ({ ...page, search: noteOfLargeNotebook.id })],
  ]),
  ["users.getCurrentUser", 1, () => ({})],
  ["invitations.listDiaryInvitations", 4, (diaryId) => ({ diaryId })],
  ["invitations.listMyInvitations", 5, () => ({})],
  ["invitations.getInvitationByToken", 6, () => ({ token: "a link" })],
  ["invitations.listJoinRequests", 3, (diaryId) => ({ diaryId })],
  ["invitations.listOpenLinks", 3, (diaryId) => ({ diaryId })],
  ["invitations.listArrivals", 7, () => ({})],
];

/** Tables that a screen may read whole: what is the same for everybody, and what the platform offers to all. */
const CATALOGUES = ["note_types", "programs"];

describe("what a call depends on", () => {
  // Otherwise each change in any notebook would compute the results of everybody who has the screen open again.
  it.each(READS.filter(([name]) => !name.startsWith("adminDb.")))(
    "%s (%d) never is a whole table",
    async (name, _, args) => {
      const { rows } = await service.database.pool.query("select table_name, columns from sync_scopes");
      const tracked = new Map<string, string[][]>();
      for (const { table_name, columns } of rows)
        tracked.set(table_name, [...(tracked.get(table_name) ?? []), columns]);
      const recorder = new DependencyRecorder(tracked);
      await statementsOf(name, args(largeNotebook), owner, recorder);
      const whole = [...recorder.scopes].filter((scope) => !scope.includes("/"));
      expect(whole.filter((scope) => !CATALOGUES.includes(scope))).toEqual([]);
      expect(recorder.scopes.size).toBeGreaterThan(0);
    },
  );
});

describe("the number of SQL statements of a call", () => {
  it.each(READS)("%s takes at most %d, the same for 1 note as for 200", async (name, most, args) => {
    const inSmall = await statementsOf(name, args(smallNotebook), owner);
    const inLarge = await statementsOf(name, args(largeNotebook), owner);
    expect(inLarge).toHaveLength(inSmall.length);
    expect(inSmall.length).toBeGreaterThan(0);
    expect(inSmall.length).toBeLessThanOrEqual(most);
  });

  it("a list of notes takes one more when some notes are encrypted, however many", async () => {
    const diaryId = await createNotebook(owner);
    const seal = (count: number) =>
      Promise.all(Array.from({ length: count }, () => createNote(owner, diaryId, { isEncrypted: true })));
    for (const [name, args] of [
      ["notes.listNotes", { diaryId }],
      ["notes.pageNotes", { diaryId, ...page }],
    ] as const) {
      const inFew = await statementsOf(name, { ...args, diaryId: smallNotebook }, owner);
      await seal(1);
      expect(await statementsOf(name, args, owner)).toHaveLength(inFew.length + 1);
      await seal(20);
      expect(await statementsOf(name, args, owner)).toHaveLength(inFew.length + 1);
    }
  });

  it("diaries.listMyDiaries takes the same number for 2 notebooks as for 400, and finds all by an index", async () => {
    const someone = await createPerson(service, "Many Notebooks");
    const joinNotebooks = (diaryIds: string[]) =>
      sql(
        `insert into members (id, diary_id, user_id, role)
         select gen_random_uuid(), id, $1, 'member' from diaries where id = any($2) on conflict do nothing`,
        [someone.userId, diaryIds],
      );
    await joinNotebooks([smallNotebook, largeNotebook]);
    const before = await statementsOf("diaries.listMyDiaries", {}, someone);
    await joinNotebooks((await sql("select id from diaries limit 400")).map((row) => row.id));
    const [{ n: inAll }] = await sql("select count(*) as n from members where user_id = $1", [
      someone.userId,
    ]);
    expect(inAll).toBeGreaterThanOrEqual(400);
    const after = await statementsOf("diaries.listMyDiaries", {}, someone);
    expect(after).toHaveLength(before.length);
    for (const statement of after) expect(await fullScans(statement), statement.text).toEqual([]);
    expect(await someone.http.query(api.diaries.listMyDiaries, {})).toHaveLength(inAll);
  });
});

type Plan = {
  "Node Type": string;
  "Relation Name"?: string;
  "Index Cond"?: string;
  "Actual Rows"?: number;
  "Rows Removed by Filter"?: number;
  Plans?: Plan[];
};
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

/**
 * The tables that a statement scans in full although an index is preferred: PostgreSQL would scan small tables in full
 * by choice.
 */
async function fullScans({ text, values }: Statement): Promise<string[]> {
  const client = await service.database.pool.connect();
  try {
    await client.query("begin; set local enable_seqscan = off");
    const { rows } = await client.query(`explain (format json) ${text}`, values);
    return nodesOf(rows[0]["QUERY PLAN"][0].Plan as Plan)
      .filter((node) => /^(Seq|Index|Index Only) Scan$/.test(node["Node Type"]) && !node["Index Cond"])
      .map((node) => node["Relation Name"]!);
  } finally {
    await client.query("rollback");
    client.release();
  }
}

/** Small for good; a job keeps the last of them so. */
const SMALL = ["note_types", "row_counts", "row_count_changes"];

describe("the plans of reads among many rows", () => {
  it.each(READS)("%s finds its rows by an index", async (name, _, args) => {
    for (const person of [owner, viewer]) {
      if (
        /^admin|listDiaryInvitations|listJoinRequests|listOpenLinks|proposeAssignees|getVisit/.test(name) &&
        person === viewer
      )
        continue;
      for (const statement of await statementsOf(name, args(largeNotebook), person)) {
        const tables = (await fullScans(statement)).filter((table) => !SMALL.includes(table));
        // The newest 20 of all are read off the end of an index and need no condition.
        const newest = ADMIN_LISTS[name]?.table;
        const isFirstPage =
          newest &&
          !SMALL.includes(newest) &&
          statement.text
            .replace(` where "r"."kind" = 'program'`, "")
            .includes(`from "${newest}" as "r" order`);
        const expected = isFirstPage ? [newest] : [];
        expect(tables, statement.text).toEqual(expected);
      }
    }
  });

  it("the history of a repeated task finds its tasks by an index, in as many statements for one as for twenty", async () => {
    // Not the owner: the lists of all notebooks would have these.
    const other = await createPerson(service, "Rita Repeated");
    const toDay = toDayInZone(Date.now(), "UTC");
    const taken = new Set<number>();
    for (const days of [1, 20]) {
      const diaryId = await createNotebook(other, { timeZone: "UTC" });
      const scheduledDay = toDayInZone(Date.now() - (days - 1) * DAY, "UTC");
      const recurrence = { pattern: "interval", interval: { every: 1, unit: "day" } };
      const series = { diaryId, title: "Every day", scheduledDay, endDay: toDay, recurrence };
      const taskId = await other.http.mutation(api.tasks.createTask, series);
      await other.http.mutation(api.tasks.updateTask, { taskId, status: "completed" });
      const history = await other.http.query(api.tasks.getTaskHistory, { taskId, toDay });
      expect(history?.tasks).toHaveLength(days);
      const statements = await statementsOf("tasks.getTaskHistory", { taskId, toDay }, other);
      for (const statement of statements) expect(await fullScans(statement), statement.text).toEqual([]);
      taken.add(statements.length);
    }
    expect(taken.size).toBe(1);
  });

  it("a page of notes reads only the notes that it shows or leaves out, not the whole notebook", async () => {
    // A third of the notes is hidden from somebody who wrote none of them.
    const member = await createPerson(service, "Mia Member");
    await addMember(service, largeNotebook, member, "member");
    for (const filter of [{}, { type: "default" }, { to: Date.now() }]) {
      const statements = await statementsOf(
        "notes.pageNotes",
        { diaryId: largeNotebook, ...filter, ...page },
        member,
      );
      const { text, values } = statements.find((statement) =>
        statement.text.includes('from "notes" as "r"'),
      )!;
      const { rows } = await service.database.pool.query(`explain (analyze, format json) ${text}`, values);
      const read = nodesOf(rows[0]["QUERY PLAN"][0].Plan as Plan)
        .filter((node) => node["Relation Name"] === "notes")
        .map((node) => node["Actual Rows"]! + (node["Rows Removed by Filter"] ?? 0));
      expect(Math.max(...read)).toBeLessThanOrEqual(2 * (page.paginationOpts.numItems + 1));
    }
  });

  it("the check finds a table that is read whole", async () => {
    expect(await fullScans({ text: "select * from notes where title = $1", values: ["T"] })).toEqual([
      "notes",
    ]);
    expect(await fullScans({ text: "select * from notes order by created_at", values: [] })).toEqual([
      "notes",
    ]);
  });
});
